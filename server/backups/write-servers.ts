import { copyOut } from '#db/copy-out.ts'
import type { Client } from '#db/pool.ts'
import { entryOf } from '#lib/entry-of.ts'
import { BackupError } from './backup-error.ts'
import type { Entry, Summary } from './entry.ts'
import type { Source, Sources } from './open-sources.ts'
import { copyOutOf, readBackupTables, readSequences } from './read-backup-tables.ts'
import type { BackupTable } from './read-backup-tables.ts'
import { RowSummer } from './row-sum.ts'
import { takeSnapshots } from './take-snapshots.ts'
import { KINDS } from './create-blocks.ts'
import type { BlockWriter } from './create-blocks.ts'
import { writeChanges } from './write-changes.ts'

/** A round follows the last one if more rows than `LAST_ROWS` were written during it, up to `ROUNDS_MAX` rounds. */
const LAST_ROWS = 2_000
const ROUNDS_MAX = 10

/** A file that is written, and the summary of what it contains. */
export type BackupTarget = {
  writer: BlockWriter
  write: (entry: Entry) => Promise<void>
  summary: Summary
  onProgress: (line: string) => void
}

/**
 * Writes the rows of all servers: all tables from one snapshot, then the rows that were written since, up to another snapshot. Returns the
 * moment before which everything that was answered is in it.
 */
export async function writeServers(
  target: BackupTarget,
  { list, limitation }: Sources,
  lock: Client,
): Promise<Date> {
  const older = list.map((source) => source.older)
  const beginning = await takeSnapshots(older, lock)
  const tables = new Map<Source, BackupTable[]>()
  for (const source of list) {
    tables.set(source, await readBackupTables(source.older))
    for (const table of entryOf(tables, source))
      if (!source.log || source.followed.has(table.name))
        await writeTable(target, source.shard, source.older, table)
  }
  const isFollowed = limitation === undefined && list.every(({ log }) => log)
  const at = isFollowed ? await writeRounds(target, list, tables, lock) : beginning
  for (const { shard, older, log, followed, hold } of list) {
    if (log) {
      for (const table of await readBackupTables(older))
        if (!followed.has(table.name)) await writeTable(target, shard, older, table)
      await refuseLostPublication(hold, log.publication)
    }
    for (const sequence of await readSequences(older))
      await target.write({ type: 'sequence', shard, ...sequence })
  }
  return at
}

/** Writes what was written since the older snapshots, until that is little. The last snapshots are the older ones then. */
async function writeRounds(
  { writer, write, summary, onProgress }: BackupTarget,
  list: Source[],
  tables: Map<Source, BackupTable[]>,
  lock: Client,
): Promise<Date> {
  for (let round = 1; ; round++) {
    const newer = list.map((source) => source.newer)
    const moment = await takeSnapshots(newer, lock)
    let changed = 0
    for (const source of list) {
      const onRows = (difference: number, name: string) => {
        summary.rows += difference
        onProgress(`${summary.rows} rows, round ${round} of ${source.shard}.${name}`)
      }
      changed += await writeChanges(source, entryOf(tables, source), { writer, write, onRows })
      await source.older.query('commit')
      ;[source.older, source.newer] = [source.newer, source.older]
    }
    if (changed <= LAST_ROWS || round >= ROUNDS_MAX) return moment
  }
}

/** A release that begins to migrate drops the publication, and then the log has not everything. */
async function refuseLostPublication(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name])
  if (!rowCount)
    throw new BackupError('The schema was changed while the backup was written. Back up again.')
}

async function writeTable(
  { writer, write, summary, onProgress }: BackupTarget,
  shard: string,
  client: Client,
  table: BackupTable,
): Promise<void> {
  await write({ type: 'table', shard, ...table })
  const summer = new RowSummer()
  for await (const rows of copyOut(client, copyOutOf(table))) {
    summer.add(rows)
    await writer.write(KINDS.data, rows)
    onProgress(`${summary.rows + summer.get().rows} rows, in ${shard}.${table.name}`)
  }
  const sum = summer.get()
  await write({ type: 'table_end', ...sum })
  summary.tables++
  summary.rows += sum.rows
}
