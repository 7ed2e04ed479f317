import { copyOut } from '#db/copy-out.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { present } from '#lib/present.ts'
import type { ChangeLog, FollowedTable } from './change-log.ts'
import { beginKeys, joinOnKey, KEYS } from './begin-keys.ts'
import type { Entry } from './entry.ts'
import type { Source } from './open-sources.ts'
import { quote } from './read-backup-tables.ts'
import type { BackupTable } from './read-backup-tables.ts'
import { RowSummer } from './row-sum.ts'
import { KINDS } from './create-blocks.ts'
import type { BlockWriter } from './create-blocks.ts'

/** The target of changes. `onRows` is called with the difference that they make to the number of rows. */
type ChangeTarget = {
  writer: BlockWriter
  write: (entry: Entry) => Promise<void>
  onRows: (difference: number, table: string) => void
}

/**
 * Writes the rows that were written between the older and the newer snapshot of a server, which both are open. Returns for how many rows.
 */
export async function writeChanges(
  source: Source,
  tables: BackupTable[],
  target: ChangeTarget,
): Promise<number> {
  const log = source.log!
  const { rows } = await source.newer.query<{ now: string }>(
    'select pg_current_snapshot()::text as now',
  )
  await log.read()
  let changed = 0
  for (const followed of log.tables()) {
    const table = present(tables.find(({ name }) => name === followed.name))
    changed += await writeTable({ source, log, table, followed, ...target })
  }
  await log.forget(firstOf(rows).now)
  return changed
}

/** A table whose changes are written. */
type ChangedTable = ChangeTarget & {
  source: Source
  log: ChangeLog
  table: BackupTable
  followed: FollowedTable
}

async function writeTable(given: ChangedTable): Promise<number> {
  const { source, table, followed, writer, write, onRows } = given
  const { shard, older, newer } = source
  const keys = await writeKeys(given)
  if (keys.rows === 0) return 0
  const rowsOf = `copy (
    select ${table.columns.map((column) => `t.${quote(column)}`).join(', ')}
    from ${quote(table.name)} as t
    join ${KEYS} as changed on ${joinOnKey(followed.key)}
  ) to stdout`
  const before = new RowSummer()
  for await (const rows of copyOut(older, rowsOf)) before.add(rows)
  const removed = before.get()
  await write({ type: 'removal_end', ...keys, removed })
  await write({ type: 'addition', shard, ...table })
  const after = new RowSummer()
  for await (const rows of copyOut(newer, rowsOf)) {
    after.add(rows)
    await writer.write(KINDS.data, rows)
  }
  const added = after.get()
  await write({ type: 'addition_end', ...added })
  for (const client of [older, newer]) await client.query(`drop table ${KEYS}`)
  onRows(added.rows - removed.rows, table.name)
  return keys.rows
}

/** Writes the keys into the backup and into a temporary table of both snapshots. Nothing is created if there are none. */
async function writeKeys({ source, log, followed, writer, write }: ChangedTable) {
  const { shard, older, newer } = source
  const summer = new RowSummer()
  const targets = []
  for await (const keys of log.keysOf(followed)) {
    if (targets.length === 0) {
      await write({ type: 'removal', shard, name: followed.name, columns: followed.key })
      for (const client of [older, newer]) targets.push(await beginKeys(client, followed))
    }
    summer.add(keys)
    await writer.write(KINDS.data, keys)
    for (const target of targets) await target.write(keys)
  }
  if (targets.length > 0)
    for (const [place, client] of [older, newer].entries()) {
      await itemAt(targets, place).end()
      // Otherwise PostgreSQL reads a whole table to find a few rows of it.
      await client.query(`analyze ${KEYS}`)
    }
  return summer.get()
}
