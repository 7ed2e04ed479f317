import { copyOut } from '#db/copy-out.ts'
import { findFormerTable } from '#db/partitions.ts'
import type { Client } from '#db/pool.ts'
import { entryOf } from '#lib/entry-of.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { BackupAddress } from './entry.ts'
import type { BackupTable } from './read-backup-tables.ts'
import { openBackupClient } from './open-backup-client.ts'
import { readBackup } from './read-backup.ts'
import { copyOutOf, quote, readBackupTables } from './read-backup-tables.ts'
import { addSum, RowSummer, subtractSum } from './row-sum.ts'
import type { RowSum } from './row-sum.ts'
import { sumTable } from './sum-table.ts'

/** A table whose rows in the backup and in the database differ. A count is null where the table is missing. */
type Difference = {
  shard: string
  table: string
  rowsInBackup: number | null
  rowsInDatabase: number | null
}

/**
 * Compares counts and checksums of all tables of a backup with the databases. Returns those that differ. Rows of a partition that was
 * detached before its table got another column count as if they had its default, which they get when they are restored.
 */
export async function compareBackup(options: {
  file: BackupFile
  secret: BackupSecret | undefined
  servers: BackupAddress[]
  onProgress?: (line: string) => void
}): Promise<Difference[]> {
  const { file, secret, servers, onProgress = () => undefined } = options
  const clients = new Map<string, Client>()
  const missing = new Map<string, BackupTable[]>()
  const differences: Difference[] = []
  try {
    for (const { shard, url } of servers) {
      const client = await openBackupClient(url)
      clients.set(shard, client)
      await client.query('begin isolation level repeatable read, read only')
      missing.set(shard, await readBackupTables(client))
    }
    for (const { shard, table, sum: saved } of await readSums(file, secret, clients)) {
      onProgress(`comparing ${shard}.${table.name}`)
      const isOfTable = ({ name }: BackupTable) =>
        name === table.name || findFormerTable(name) === table.name
      const tables = missing.get(shard) ?? []
      const others = tables.filter((each) => !isOfTable(each))
      missing.set(shard, others)
      const found = tables.find(({ name }) => name === table.name)
      let sum = found && { rows: 0, sum: '0' }
      // With the rows of partitions that were detached, and not dropped yet.
      for (const each of tables.filter(isOfTable))
        sum &&= addSum(sum, await sumAs(entryOf(clients, shard), each, table))
      const areSameColumns = found?.columns.join() === table.columns.join()
      if (sum?.rows !== saved.rows || sum.sum !== saved.sum || !areSameColumns)
        differences.push({
          shard,
          table: table.name,
          rowsInBackup: saved.rows,
          rowsInDatabase: sum?.rows ?? null,
        })
    }
    for (const [shard, tables] of missing)
      for (const each of tables) {
        const { rows } = await sumTable(entryOf(clients, shard), each)
        if (rows > 0)
          differences.push({ shard, table: each.name, rowsInBackup: null, rowsInDatabase: rows })
      }
    return differences
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end().catch(() => undefined)))
  }
}

type SavedSum = { shard: string; table: BackupTable; sum: RowSum }

/** Reads how many rows each table of a backup has in the end, and their checksum. Detached partitions count as their table. */
async function readSums(
  file: BackupFile,
  secret: BackupSecret | undefined,
  clients: Map<string, Client>,
): Promise<SavedSum[]> {
  const sums = new Map<string, SavedSum>()
  let current: SavedSum | undefined
  let detached: { summer: RowSummer; convert: (rows: Buffer) => Buffer } | undefined
  for await (const item of readBackup(file, secret)) {
    if (!('entry' in item)) {
      detached?.summer.add(detached.convert(item.data))
      continue
    }
    const { entry } = item
    if (entry.type === 'table') {
      const former = sums.get(`${entry.shard}.${findFormerTable(entry.name)}`)
      current = former ?? { shard: entry.shard, table: entry, sum: { rows: 0, sum: '0' } }
      if (!former) sums.set(`${entry.shard}.${entry.name}`, current)
      const client = clients.get(entry.shard)
      if (former && client)
        detached = {
          summer: new RowSummer(),
          convert: await createConverter(client, entry, former.table),
        }
    } else if (entry.type === 'removal' || entry.type === 'addition')
      current = entryOf(sums, `${entry.shard}.${entry.name}`)
    else if (current && (entry.type === 'table_end' || entry.type === 'addition_end')) {
      current.sum = addSum(current.sum, detached?.summer.get() ?? entry)
      detached = undefined
    } else if (current && entry.type === 'removal_end')
      current.sum = subtractSum(current.sum, entry.removed)
  }
  return [...sums.values()]
}

/** Sums the rows of a table, or of a partition of it that was detached, with the columns of `wanted`. */
async function sumAs(client: Client, table: BackupTable, wanted: BackupTable): Promise<RowSum> {
  if (findFormerTable(table.name) !== wanted.name) return sumTable(client, table)
  const convert = await createConverter(client, table, wanted)
  const summer = new RowSummer()
  for await (const rows of copyOut(client, copyOutOf(table))) summer.add(convert(rows))
  return summer.get()
}

/**
 * Returns a function that gives rows of a detached partition, in the text format of `copy`, the columns that their table has: without those
 * that the table lost, and with the defaults of those that it got.
 */
async function createConverter(
  client: Client,
  partition: BackupTable,
  table: BackupTable,
): Promise<(rows: Buffer) => Buffer> {
  if (partition.columns.join() === table.columns.join()) return (rows) => rows
  const added = table.columns.filter((column) => !partition.columns.includes(column))
  const defaults = await readDefaults(client, table.name, added)
  const places = table.columns.map((column) => partition.columns.indexOf(column))
  const values = table.columns.map((column) => defaults[added.indexOf(column)] ?? '')
  return (rows) => {
    const lines = rows.toString('latin1').split('\n').slice(0, -1)
    const converted = lines.map((line) => {
      const fields = line.split('\t')
      return places.map((from, to) => (from < 0 ? values[to] : fields[from])).join('\t')
    })
    return Buffer.from(converted.map((line) => `${line}\n`).join(''), 'latin1')
  }
}

/** Reads the defaults of columns in the text format of `copy`, as latin1. */
async function readDefaults(client: Client, table: string, columns: string[]): Promise<string[]> {
  if (columns.length === 0) return []
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select attname::text as name, pg_get_expr(adbin, adrelid) as value
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = to_regclass($1) and attnum > 0`,
    [quote(table)],
  )
  const defaults = columns.map(
    (column) => rows.find(({ name }) => name === column)?.value ?? 'null',
  )
  let text = ''
  for await (const part of copyOut(client, `copy (select ${defaults.join(', ')}) to stdout`))
    text += part.toString('latin1')
  return text.slice(0, -1).split('\t')
}
