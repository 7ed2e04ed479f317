import { setTimeout as delay } from 'node:timers/promises'
import { beginCopyIn, copyOut } from '#db/copy-out.ts'
import { BACKUP_PUBLICATIONS, dropBackupPublications } from '#db/instance/backup-publications.ts'
import type { Client } from '#db/pool.ts'
import { sqlState } from '#db/pool.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { present } from '#lib/present.ts'
import { limitWait } from '#lib/time-budget.ts'
import { BackupError } from './backup-error.ts'
import { ChangeDecoder } from './change-decoder.ts'
import { openBackupClient } from './open-backup-client.ts'
import { quote } from './read-backup-tables.ts'

/** A table whose changes are followed, with the columns of its primary key. */
export type FollowedTable = { name: string; key: string[] }

/**
 * The keys of the rows of a server that were written since the log was opened.
 *
 * - `publication` is the name of a publication, which the caller drops at the end.
 * - `read` adds what was committed until now.
 * - `tables` returns the tables of which there are keys, and `keysOf` those of one, as text, each once.
 * - `forget` removes the keys of transactions that `snapshot` (of `pg_current_snapshot`) sees.
 * - `check` throws the error of the reading in the background, if there was one.
 * - `close` ends the connection, and with it the replication slot.
 */
export type ChangeLog = {
  publication: string
  read: () => Promise<void>
  tables: () => FollowedTable[]
  keysOf: (table: FollowedTable) => AsyncGenerator<Buffer, void>
  forget: (snapshot: string) => Promise<void>
  check: () => void
  close: () => Promise<void>
}

/**
 * Options of `openChangeLog`. `walMaxBytes`: returns how much of its log PostgreSQL may keep for it, which the connection `watch`
 * reads; `pauseMs` and `batchRows` are for tests.
 */
type ChangeLogOptions = {
  url: string
  watch: Client
  shard: string
  tables: FollowedTable[]
  walMaxBytes?: (() => number) | undefined
  pauseMs?: number
  batchRows?: number
}

/** PostgreSQL keeps at most so much of its log for a backup. */
const WAL_MAX_BYTES = 4 * 1024 ** 3

/** The pause between two readings, each of which reads again what PostgreSQL has written for about 15 s. */
const PAUSE_MS = 5_000

/** Changes per batch; a few MB in memory. */
const BATCH_ROWS = 10_000

/** The longest time in which PostgreSQL gathers the changes of a reading, at most those in `WAL_MAX_BYTES`. */
const SILENCE_MS = 10 * 60_000

/** The longest wait for the transactions that run at the beginning. */
const OLDER_MS = 60_000

/** Age from which a publication without a slot was left behind by a killed backup. */
const LEFT_MS = 3_600_000

/** A server that cannot be followed, and why. */
export class NotFollowedError extends Error {
  override readonly name = 'NotFollowedError'
}

/**
 * Begins to record the keys of rows that are written, by a replication slot that ends with its connection, however that
 * ends. Every transaction that is not recorded has ended when this returns, so a later snapshot sees it.
 *
 * @throws {NotFollowedError} if the settings of the server or the rights of the role do not allow it
 */
export async function openChangeLog(options: ChangeLogOptions): Promise<ChangeLog> {
  const client = await openBackupClient(options.url)
  try {
    await refuseOtherLevel(client, options.shard)
    const name = `${BACKUP_PUBLICATIONS}${newId().replaceAll('-', '')}`
    await client.query(`set synchronous_commit = local`)
    await createSlot(client, name, options)
    return startReading(client, name, options)
  } catch (err) {
    await client.end()
    throw err
  }
}

async function refuseOtherLevel(client: Client, shard: string): Promise<void> {
  const { rows } = await client.query<{ wal_level: string }>('show wal_level')
  const level = firstOf(rows).wal_level
  if (level !== 'logical')
    throw new NotFollowedError(`wal_level of the server "${shard}" is ${level}, not logical`)
}

async function createSlot(
  client: Client,
  name: string,
  { tables, shard }: ChangeLogOptions,
): Promise<void> {
  const published = tables.map(
    ({ name: table, key }) => `${quote(table)} (${key.map(quote).join(', ')})`,
  )
  try {
    await dropBackupPublications(client, LEFT_MS)
    // Only keys are sent. Partitions are published as their table.
    await client.query(
      `create publication ${name} for table ${published.join(', ')}
      with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
    )
    await client.query(`set statement_timeout = ${OLDER_MS}; set lock_timeout = 0`)
    await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput', true)`, [name])
    await waitForOlder(client)
    await client.query(`set statement_timeout = 0`)
  } catch (err) {
    await client.query(`drop publication if exists ${name}`).catch(() => undefined)
    throw explainRefusal(err, shard)
  }
}

/** Turns what a server does not allow into a NotFollowedError. */
function explainRefusal(err: unknown, shard: string): unknown {
  const reasons: Record<string, string> = {
    '42501': `the role of the server "${shard}" may not use replication slots or create publications`,
    '53400': `all replication slots of the server "${shard}" are in use`,
    '55000': `the server "${shard}" does not allow replication slots`,
    '57014': `a transaction on the server "${shard}" ran for more than ${OLDER_MS / 1000} s`,
  }
  const reason = reasons[sqlState(err) ?? '']
  return reason === undefined ? err : new NotFollowedError(reason, { cause: err })
}

/**
 * Waits until every transaction has ended that had begun. One whose commit was written to the log just before the slot, but that still
 * waited for a standby, would be neither in the slot nor in a snapshot.
 */
async function waitForOlder(client: Client): Promise<void> {
  const bounds = async () => {
    const { rows } = await client.query<{ oldest: string; next: string }>(
      `select pg_snapshot_xmin(now)::text as oldest, pg_snapshot_xmax(now)::text as next
      from pg_current_snapshot() as now`,
    )
    return { oldest: BigInt(firstOf(rows).oldest), next: BigInt(firstOf(rows).next) }
  }
  const { next } = await bounds()
  const startedMs = performance.now()
  while ((await bounds()).oldest < next) {
    if (performance.now() - startedMs > OLDER_MS)
      throw Object.assign(new Error('A transaction has not ended.'), { code: '57014' })
    await delay(100)
  }
}

function startReading(client: Client, name: string, options: ChangeLogOptions): ChangeLog {
  const { tables, pauseMs = PAUSE_MS, batchRows = BATCH_ROWS } = options
  const closed = new AbortController()
  const keys = createKeyTables(client, tables)
  let failure: Error | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one operation after the other. */
  function serially<T>(operation: () => Promise<T>): Promise<T> {
    const result = last.then(() => {
      check()
      return operation()
    })
    last = result.catch(() => undefined)
    return result
  }

  async function read(): Promise<void> {
    await refuseMuchWal(name, options)
    await storeChanges(client, name, keys, batchRows)
  }

  /** Ends the slot without a delay, because the backup may notice the failure only much later. */
  function fail(err: Error): void {
    if (closed.signal.aborted) return
    failure ??= err
    void client.end().catch(() => undefined)
  }

  function check(): void {
    if (failure !== undefined) throw failure
  }

  async function follow(): Promise<void> {
    const { signal } = closed
    let isReading = false
    while (!signal.aborted && failure === undefined) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      // Also while keys are written, for which a reading waits: the place to which the backup is written may hang.
      await refuseMuchWal(name, options).catch(fail)
      if (isReading) continue
      isReading = true
      void serially(read)
        .catch(fail)
        .finally(() => {
          isReading = false
        })
    }
  }

  const following = follow()
  return {
    publication: name,
    read: () => serially(read),
    tables: keys.list,
    async *keysOf(table) {
      const begun = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      void serially(async () => {
        begun.resolve()
        await ended.promise
      })
      await begun.promise
      try {
        yield* keys.read(table)
      } catch (err) {
        throw failure ?? err
      } finally {
        ended.resolve()
      }
    },
    forget: (snapshot) => serially(() => keys.forget(snapshot)),
    check,
    async close() {
      closed.abort()
      await client.end().catch(() => undefined)
      await following
    },
  }
}

/** Refuses to go on when PostgreSQL keeps more of its log than is allowed, or lost what is needed. @throws {BackupError} */
async function refuseMuchWal(
  slot: string,
  { watch, shard, walMaxBytes = () => WAL_MAX_BYTES }: ChangeLogOptions,
): Promise<void> {
  const { rows } = await watch.query<{ bytes: number | null; status: string | null }>(
    `select (pg_current_wal_lsn() - restart_lsn)::bigint as bytes, wal_status as status
    from pg_replication_slots where slot_name = $1`,
    [slot],
  )
  const { bytes = null, status = null } = rows[0] ?? {}
  if (bytes === null || status === 'lost')
    throw new BackupError(
      `The server "${shard}" removed the part of its log that the backup needs (max_slot_wal_keep_size).`,
    )
  const most = walMaxBytes()
  if (bytes > most)
    throw new BackupError(
      `The server "${shard}" keeps ${Math.round(bytes / 1e6)} MB of its log for the backup, and more than ${Math.round(most / 1e6)} MB are not allowed. End transactions that have been open for long, or back up when less is written.`,
    )
}

/** The temporary tables of a connection that have the keys of written rows, each with the transaction that wrote the row. */
type KeyTables = ReturnType<typeof createKeyTables>

function createKeyTables(client: Client, tables: FollowedTable[]) {
  /** The tables with keys, each with the number of its temporary table. */
  const places = new Map<string, { table: FollowedTable; place: number }>()
  return {
    find: (name: string) => tables.find((each) => each.name === name),
    list: () => [...places.values()].map(({ table }) => table),
    /** Returns the name of the temporary table of a table, which it creates if it is missing. */
    async open(name: string): Promise<string> {
      const known = places.get(name)
      if (known) return nameOf(known.place)
      const table = present(tables.find((each) => each.name === name))
      const place = places.size
      await client.query(
        `create temporary table ${nameOf(place)} as
        select ${table.key.map(quote).join(', ')}, null::xid8 as changed_by from ${quote(name)} with no data`,
      )
      places.set(name, { table, place })
      return nameOf(place)
    },
    read(table: FollowedTable): AsyncGenerator<Buffer, void> {
      const key = table.key.map(quote).join(', ')
      const { place } = entryOf(places, table.name)
      return copyOut(client, `copy (select distinct ${key} from ${nameOf(place)}) to stdout`)
    },
    async forget(snapshot: string): Promise<void> {
      for (const { place } of places.values())
        await client.query(
          `delete from ${nameOf(place)} where pg_visible_in_snapshot(changed_by, $1::pg_snapshot)`,
          [snapshot],
        )
    },
  }
}

/**
 * Stores the keys that were written since the last time, with their transactions. PostgreSQL gathers the changes in a file, and this
 * process holds a batch of them at a time, however many there are.
 */
async function storeChanges(
  client: Client,
  slot: string,
  keys: KeyTables,
  batchRows: number,
): Promise<void> {
  // Its commit writes the log up to itself, also what was committed without waiting for that.
  await client.query(`select pg_logical_emit_message(true, 'parley', '')`)
  const { rows } = await client.query<{ lsn: string; next: string }>(
    `select pg_current_wal_flush_lsn()::text as lsn, pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  )
  const { lsn, next } = firstOf(rows)
  const decoder = new ChangeDecoder()
  await client.query('begin')
  await client.query(
    `declare changes no scroll cursor for
    select xid::text, data from pg_logical_slot_get_binary_changes('${slot}', '${lsn}', null,
      'proto_version', '1', 'publication_names', '${slot}')
    where chr(get_byte(data, 0)) in ('R', 'I', 'U', 'D')`,
  )
  for (;;) {
    const fetching = client.query<[string, Buffer]>({
      text: `fetch ${batchRows} from changes`,
      rowMode: 'array',
    })
    const batch = await limitWait(fetching, SILENCE_MS, () => void client.end())
    if (batch.rows.length === 0) break
    for (const [table, lines] of decodeBatch(decoder, keys, batch.rows, next)) {
      const target = await beginCopyIn(client, `copy ${await keys.open(table)} from stdin`)
      await target.write(Buffer.from([...lines].join('')))
      await target.end()
    }
  }
  await client.query('commit')
}

/** Returns the keys in changes with their transactions, as lines of `copy` by table. `next`: see `widen`. */
function decodeBatch(
  decoder: ChangeDecoder,
  keys: KeyTables,
  changes: [xid: string, data: Buffer][],
  next: string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [xid, data] of changes)
    for (const { table, columns, values } of decoder.decode(data)) {
      const byName = new Map(columns.map((column, place) => [column, itemAt(values, place)]))
      const key = keys.find(table)?.key
      if (!key) continue
      const fields = [...key.map((column) => toField(entryOf(byName, column))), widen(xid, next)]
      if (!found.has(table)) found.set(table, new Set())
      entryOf(found, table).add(`${fields.join('\t')}\n`)
    }
  return found
}

function nameOf(place: number): string {
  return `pg_temp.changed_keys_${place}`
}

/** Writes a value as `copy` reads it. */
function toField(value: string): string {
  return value.replaceAll(/[\\\t\n\r]/g, (each) => ESCAPED[each]!)
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Returns the whole number of a transaction from its last 32 bits; `next` is about as old. */
function widen(xid: string, next: string): string {
  const near = BigInt(next)
  return String(near + BigInt.asIntN(32, BigInt(xid) - near))
}
