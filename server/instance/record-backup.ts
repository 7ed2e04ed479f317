import type { Client } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'

/** How many backups are known. */
const KEPT = 30

/** Records a backup that was written, so that the page of the operator shows its age. `client` reaches the directory. */
export async function recordBackup(
  client: Client,
  backup: { startedAt: string; bytes: number; isEncrypted: boolean; hasFiles: boolean },
): Promise<void> {
  const { startedAt, bytes, isEncrypted, hasFiles } = backup
  await client.query(
    `insert into backups (id, started_at, finished_at, bytes, is_encrypted, has_files)
     values ($1, $2, now(), $3, $4, $5)`,
    [newId(), startedAt, bytes, isEncrypted, hasFiles],
  )
  await client.query(
    `delete from backups where id not in (select id from backups order by finished_at desc limit $1)`,
    [KEPT],
  )
}
