import type { Client } from '#db/pool.ts'
import { beginCopyIn } from '#db/copy-out.ts'
import type { CopyTarget } from '#db/copy-out.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { findFormerTable } from '#db/partitions.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import { beginKeys, joinOnKey, KEYS } from './begin-keys.ts'
import { refuseRows } from './check-target.ts'
import type { BackupAddress, Entry, Manifest } from './entry.ts'
import { openBackupClient } from './open-backup-client.ts'
import { readBackup } from './read-backup.ts'
import { quote, readBackupTables } from './read-backup-tables.ts'
import type { BackupTable } from './read-backup-tables.ts'
import { dropForeignKeys, dropIndexes } from './drop-indexes.ts'
import { addSum, subtractSum } from './row-sum.ts'
import type { RowSum } from './row-sum.ts'
import { sumTable } from './sum-table.ts'

/** Options of `restoreBackup`. `manifest` is that of the backup, which `checkBackup` has checked. */
type RestoreOptions = {
  file: BackupFile
  secret: BackupSecret | undefined
  manifest: Manifest
  servers: BackupAddress[]
  storage?: MediaStorage | undefined
  onProgress?: (line: string) => void
}

/** The result of a restore. `skipped`: tables that no migration creates, whose rows were left out. */
type Restored = { tables: number; rows: number; files: number; skipped: string[] }

/**
 * Restores a backup into empty databases: creates the schema of the backup, stores all rows and files, and compares counts
 * and checksums. The rows of a server are stored in one transaction, and all transactions commit at the end, the main
 * server's last. So a restore that fails or is killed leaves empty tables, and can be repeated.
 *
 * @throws {BackupError} or an error of the database, the file system or the storage
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { manifest, servers, onProgress = () => undefined } = options
  const targets = new Map<string, Target>()
  try {
    for (const [place, { shard, url }] of servers.entries()) {
      const only = itemAt(manifest.servers, place).migrations.map(({ name }) => name)
      await migrate(url, { only, onProgress })
      const client = await openBackupClient(url)
      targets.set(shard, { shard, client, tables: [], statements: [], sums: new Map() })
      await prepare(entryOf(targets, shard))
    }
    const restored = await storeAll(options, targets)
    for (const target of targets.values()) await finish(target, onProgress)
    await keepAppliedEffects([...targets.values()])
    for (const { client } of [...targets.values()].toReversed()) await client.query('commit')
    for (const { client } of targets.values()) await client.query('analyze')
    return restored
  } finally {
    await Promise.all(
      [...targets.values()].map(({ client }) => client.end().catch(() => undefined)),
    )
  }
}

type Target = {
  shard: string
  client: Client
  tables: BackupTable[]
  /** Create the indexes and foreign keys again. */
  statements: string[]
  sums: Map<string, { table: BackupTable; sum: RowSum }>
}

/** Begins the transaction, in which nothing else can write to the tables. */
async function prepare(target: Target): Promise<void> {
  const { client, shard } = target
  await client.query('begin')
  const tables = await readBackupTables(client)
  const names = tables.map(({ name }) => quote(name)).join(', ')
  await client.query(`lock table ${names} in access exclusive mode`)
  target.tables = await refuseRows(client, shard)
  // Rows of a table that was emptied in the same transaction are stored as if they were old, which saves a later pass.
  await client.query(`truncate ${names}`)
  target.statements = [...(await dropIndexes(client)), ...(await dropForeignKeys(client))]
}

async function storeAll(
  { file, secret, storage, onProgress = () => undefined }: RestoreOptions,
  targets: Map<string, Target>,
): Promise<Restored> {
  const restored: Restored = { tables: 0, rows: 0, files: 0, skipped: [] }
  const items = readBackup(file, secret)
  for await (const item of items) {
    if (!('entry' in item)) continue
    const { entry } = item
    if (entry.type === 'table') {
      const target = entryOf(targets, entry.shard)
      const known = target.tables.some(({ name }) => name === entry.name)
      const former = target.tables.find(({ name }) => name === findFormerTable(entry.name))
      if (known) {
        const sum = await storeTable(target, entry, items)
        target.sums.set(entry.name, { table: entry, sum })
        restored.tables++
        restored.rows += sum.rows
      } else if (former) restored.rows += await storeDetached(target, former, entry, items)
      else {
        restored.skipped.push(`${entry.shard}.${entry.name}`)
        await readData(items, async () => undefined)
        continue
      }
      onProgress(`${restored.rows} rows, after ${entry.shard}.${entry.name}`)
    } else if (entry.type === 'removal' || entry.type === 'addition') {
      restored.rows += await storeChanges(entryOf(targets, entry.shard), entry, items)
    } else if (entry.type === 'sequence') {
      const target = entryOf(targets, entry.shard)
      // The sequence of a table that no migration creates was left out with it.
      await target.client.query(
        'select setval(found, $2, $3) from to_regclass($1) as found where found is not null',
        [quote(entry.name), entry.value, entry.isCalled],
      )
    } else if (entry.type === 'file' && storage) {
      await storage.write(entry.key, dataOf(items))
      restored.files++
      onProgress(`${restored.files} files`)
    } else if (entry.type === 'file_removed' && storage) {
      await storage.remove(entry.key)
      restored.files--
    }
  }
  return restored
}

async function storeTable(
  { client }: Target,
  table: BackupTable,
  items: ReturnType<typeof readBackup>,
): Promise<RowSum> {
  const columns = table.columns.map(quote).join(', ')
  let target: CopyTarget | undefined
  const { rows } = await client.query<{ isPartitioned: boolean }>(
    `select relkind = 'p' as "isPartitioned" from pg_class where oid = $1::regclass`,
    [quote(table.name)],
  )
  // PostgreSQL cannot store rows of a partitioned table as if they were old.
  const options = firstOf(rows).isPartitioned ? '' : ' with (freeze)'
  const statement = `copy ${quote(table.name)} (${columns}) from stdin${options}`
  const end = await readData(items, async (data) => {
    target ??= await beginCopyIn(client, statement)
    await target.write(data)
  })
  await target?.end()
  if (end.type !== 'table_end') throw new Error(`The table ${table.name} has no end.`)
  return { rows: end.rows, sum: end.sum }
}

/**
 * Stores the rows of a partition that was detached when the backup was written, and whose rows were not moved yet, in its table.
 * The table was stored before. Returns their number.
 */
async function storeDetached(
  target: Target,
  { name, columns }: BackupTable,
  entry: BackupTable,
  items: ReturnType<typeof readBackup>,
): Promise<number> {
  const { client, sums } = target
  const stored = sums.get(name)
  if (!stored) throw new Error(`The table ${name} comes after its partition ${entry.name}.`)
  // The partition may lack columns that the table got later, and have some that it lost; the sum is that of the table's columns.
  const rows = { name: 'detached_rows', columns: stored.table.columns }
  await client.query(`create temporary table ${rows.name} (like ${quote(name)} including defaults)`)
  for (const lost of entry.columns.filter((column) => !stored.table.columns.includes(column)))
    await client.query(`alter table ${rows.name} add column ${quote(lost)} text`)
  const { rows: count } = await storeTable(target, { ...entry, name: rows.name }, items)
  stored.sum = addSum(stored.sum, await sumTable(client, rows))
  const list = columns.map(quote).join(', ')
  await client.query(`insert into ${quote(name)} (${list}) select ${list} from ${rows.name}`)
  await client.query(`drop table ${rows.name}`)
  return count
}

/**
 * Removes the rows whose keys follow, or adds rows: what was written while the tables were read. Returns the difference in
 * rows.
 */
async function storeChanges(
  { shard, client, sums }: Target,
  entry: { type: 'removal' | 'addition' } & BackupTable,
  items: ReturnType<typeof readBackup>,
): Promise<number> {
  const { name, columns } = entry
  const stored = sums.get(name)
  // The rows of tables that no migration creates were left out.
  if (!stored) {
    await readData(items, async () => undefined)
    return 0
  }
  if (entry.type === 'addition') {
    const list = columns.map(quote).join(', ')
    const target = await beginCopyIn(client, `copy ${quote(name)} (${list}) from stdin`)
    const end = await readData(items, target.write)
    await target.end()
    if (end.type !== 'addition_end') throw new Error(`The changes of ${name} have no end.`)
    stored.sum = addSum(stored.sum, end)
    return end.rows
  }
  const target = await beginKeys(client, { name, key: columns })
  const end = await readData(items, target.write)
  await target.end()
  if (end.type !== 'removal_end') throw new Error(`The changes of ${name} have no end.`)
  await client.query(`analyze ${KEYS}`)
  const { rowCount } = await client.query(
    `delete from ${quote(name)} as t using ${KEYS} as changed
    where ${joinOnKey(columns)}`,
  )
  await client.query(`drop table ${KEYS}`)
  if (rowCount !== end.removed.rows)
    throw new BackupError(
      `The changes of the table ${shard}.${name} do not fit its rows: ${rowCount} of ${end.removed.rows} were found. Nothing was restored.`,
    )
  stored.sum = subtractSum(stored.sum, end.removed)
  return -end.removed.rows
}

/** Reads the data of a table up to its end, which it returns. */
async function readData(
  items: ReturnType<typeof readBackup>,
  onData: (data: Buffer) => Promise<void>,
): Promise<Entry> {
  for (;;) {
    const { value: item } = await items.next()
    if (!item) throw new Error('The data has no end.')
    if ('entry' in item) return item.entry
    await onData(item.data)
  }
}

/** Returns the data of a file up to its end. */
async function* dataOf(items: ReturnType<typeof readBackup>): AsyncGenerator<Buffer, void> {
  for (;;) {
    const { value: item } = await items.next()
    if (!item) throw new Error('The data has no end.')
    if ('entry' in item) return
    yield item.data
  }
}

/**
 * Keeps the marks of effects that were applied, but still are in the outbox, as long as if they were new. Those of an old
 * backup would be deleted before the effects are looked at, and the effects applied twice. Marks of the last day stay as they
 * are, because they are kept for a week, and `verify` compares them.
 */
async function keepAppliedEffects(targets: Target[]): Promise<void> {
  const { rows } = await firstOf(targets).client.query<{ id: string }>(
    'select id from directory_outbox',
  )
  const ids = rows.map(({ id }) => id)
  for (const { client } of targets)
    await client.query(
      `update applied_effects set applied_at = now()
      where id = any ($1) and applied_at < now() - interval '1 day'`,
      [ids],
    )
}

/** Creates the indexes and foreign keys, and compares what was stored with the backup. */
async function finish(target: Target, onProgress: (line: string) => void): Promise<void> {
  const { client, shard, statements, sums } = target
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const [place, statement] of statements.entries()) {
    onProgress(`index ${place + 1} of ${statements.length} of ${shard}`)
    await client.query(statement)
  }
  for (const { table, sum } of sums.values()) {
    onProgress(`checking ${shard}.${table.name}`)
    const stored = await sumTable(client, table)
    if (stored.rows !== sum.rows || stored.sum !== sum.sum)
      throw new BackupError(
        `The table ${shard}.${table.name} differs from the backup: ${stored.rows} of ${sum.rows} rows were stored, or other ones. Nothing was restored.`,
      )
  }
}
