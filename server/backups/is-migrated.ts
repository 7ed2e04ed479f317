import { hasTable } from '#db/connecting/has-table.ts'
import { openBackupClient } from './open-backup-client.ts'

/** Returns whether the database at `url` has a schema of Parley. */
export async function isMigrated(url: string): Promise<boolean> {
  await using client = await openBackupClient(url)
  return (await hasTable(client, 'migrations')) && (await hasTable(client, 'secret_keys'))
}
