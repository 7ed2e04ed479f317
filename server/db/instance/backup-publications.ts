import type { Client } from '../pool.ts'
import { timeOfId } from '#lib/ids.ts'

/** The names of the publications of backups begin so; the rest is an id without its dashes. */
export const BACKUP_PUBLICATIONS = 'parley_backup_'

/**
 * Drops the publications that killed backups left behind: those without a replication slot that are older than `ageMs`. A
 * publication costs nothing, but a migration could not drop a column that one names.
 */
export async function dropBackupPublications(client: Client, ageMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select pubname::text as name from pg_publication
    where pubname ~ $1 and not exists (select from pg_replication_slots where slot_name = pubname)`,
    [`^${BACKUP_PUBLICATIONS}[0-9a-f]{32}$`],
  )
  for (const { name } of rows) {
    const id = name.slice(BACKUP_PUBLICATIONS.length)
    const createdMs = timeOfId(`${id.slice(0, 8)}-${id.slice(8)}`)
    if (createdMs <= Date.now() - ageMs) await client.query(`drop publication if exists ${name}`)
  }
}
