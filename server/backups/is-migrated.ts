import { firstOf } from '#lib/first-of.ts'
import { openBackupClient } from './open-backup-client.ts'

/** Returns whether the database at `url` has a schema of Parley. */
export async function isMigrated(url: string): Promise<boolean> {
  await using client = await openBackupClient(url)
  const { rows } = await client.query<{ isMigrated: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('secret_keys') is not null as "isMigrated"`,
  )
  return firstOf(rows).isMigrated
}
