import { entryOf } from '#lib/entry-of.ts'
import { inTransaction, withLock } from './move-client.ts'
import type { MoveClient } from './move-client.ts'
import { copyKeys } from './copy-table.ts'
import type { Key } from './copy-table.ts'
import { quote } from './read-tables.ts'
import type { MovedTable } from './read-tables.ts'
import { waitForBackups } from './wait-for-backups.ts'
import type { BackupWait } from './wait-for-backups.ts'

/**
 * Begins to record which rows of a workspace are written. When this returns, every writer that is not recorded has ended.
 *
 * @throws an error of the database (a table was locked by others for a minute)
 */
export async function trackChanges(
  source: MoveClient,
  tables: MovedTable[],
  workspaceId: string,
): Promise<void> {
  await source.rows('truncate moved_rows')
  const id = toLiteral(workspaceId)
  for (const { name, key } of tables) {
    const given = [id, ...[name, ...key.slice(1).map((column) => column.name)].map(toLiteral)]
    const run = `execute function track_moved_row(${given.join(', ')})`
    await withLock(source, async () => {
      await source.rows(`create or replace trigger track_move_write after insert or update on ${quote(name)}
        for each row when (new.workspace_id = ${id}) ${run}`)
      await source.rows(`create or replace trigger track_move_delete after delete on ${quote(name)}
        for each row when (old.workspace_id = ${id}) ${run}`)
    })
  }
}

/**
 * Ends the recording of written rows. Waits for backups of the server, which hold locks on its tables.
 *
 * @throws {Error} a backup holds its locks for too long, or an error of the database
 */
export async function stopTracking(
  source: MoveClient,
  tables: MovedTable[],
  wait: BackupWait = {},
): Promise<void> {
  // Before it asks for the locks, because everybody would wait behind such a request.
  await waitForBackups(source, tables, wait)
  for (const { name } of tables)
    await withLock(source, async () => {
      await source.rows(`drop trigger if exists track_move_write on ${quote(name)}`)
      await source.rows(`drop trigger if exists track_move_delete on ${quote(name)}`)
    })
  await source.rows('truncate moved_rows')
}

/**
 * Copies the rows that were recorded so far and returns how many. A row that was written a thousand times, such as a counter, is copied and
 * held in memory once.
 */
export async function copyChanges(
  source: MoveClient,
  target: MoveClient,
  tables: MovedTable[],
  workspaceId: string,
): Promise<number> {
  return inTransaction(
    source,
    async () => {
      const rows = await source.rows('select distinct table_name, key from moved_rows')
      if (rows.length === 0) return 0
      const keys = new Map<string, Key[]>()
      for (const [table, key] of rows as [string, Key][]) {
        if (!keys.has(table)) keys.set(table, [])
        entryOf(keys, table).push(key)
      }
      await inTransaction(target, async () => {
        await target.rows('set constraints all deferred')
        await copyKeys(source, target, tables, keys, workspaceId)
      })
      // In the snapshot of this transaction, these are the rows that were read.
      await source.rows('delete from moved_rows')
      return rows.length
    },
    { snapshot: true },
  )
}

function toLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
