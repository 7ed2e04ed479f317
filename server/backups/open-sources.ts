import type { Client } from '#db/pool.ts'
import { sqlState } from '#db/pool.ts'
import { entryOf } from '#lib/entry-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { NotFollowedError, openChangeLog } from './change-log.ts'
import type { ChangeLog } from './change-log.ts'
import type { BackupAddress } from './entry.ts'
import { openBackupClient } from './open-backup-client.ts'
import { quote, readBackupTables, readKeys } from './read-backup-tables.ts'

/**
 * A server that is backed up. `hold` locks its tables against changes of the schema. `older` and `newer` take snapshots in
 * turn. `log` has the keys of rows written during the backup, in the tables whose names are in `followed`.
 */
export type Source = {
  shard: string
  hold: Client
  older: Client
  newer: Client
  log: ChangeLog | undefined
  followed: Set<string>
}

/** The opened servers. `limitation`: why rows that are written during the backup are not recorded. */
export type Sources = { list: Source[]; limitation: string | undefined; close: () => Promise<void> }

const UNDEFINED_TABLE = '42P01'

/** Options of `openSources`. `follows`: rows that are written during the backup are recorded. `walMaxBytes`: see `openChangeLog`. */
type SourceOptions = {
  servers: BackupAddress[]
  follows: boolean
  walMaxBytes?: (() => number) | undefined
}

/**
 * Opens connections to all servers, and records what is written from now on. If one server does not allow that, none is
 * followed. The caller must close them.
 */
export async function openSources(options: SourceOptions): Promise<Sources> {
  const list: Source[] = []
  const close = async () => void (await Promise.all(list.splice(0).map(closeSource)))
  try {
    for (const address of options.servers) list.push(await openSource(address))
    if (options.follows)
      for (const [place, { url }] of options.servers.entries())
        await follow(itemAt(list, place), url, options.walMaxBytes)
    return { list, limitation: undefined, close }
  } catch (err) {
    if (err instanceof NotFollowedError) {
      for (const source of list) {
        // Not in the transaction that holds the schema, which is rolled back in the end.
        await endLog(source, source.older)
        source.log = undefined
      }
      return { list, limitation: err.message, close }
    }
    await close()
    throw err
  }
}

async function openSource({ shard, url }: BackupAddress): Promise<Source> {
  const [hold, older, newer] = await openClients(url)
  try {
    const followed = await lockTables(hold)
    return { shard, hold, older, newer, log: undefined, followed: new Set(followed) }
  } catch (err) {
    for (const client of [hold, older, newer]) await client.end()
    throw err
  }
}

/**
 * Begins a transaction that locks all tables that can be followed against changes of the schema, and returns their names. Without
 * the locks, a dropped partition or a changed table would be missing from the log of rows. If a partition was detached or dropped
 * before its lock was there, the transaction is rolled back, and the function starts again with the tables that are left.
 */
async function lockTables(client: Client): Promise<string[]> {
  const readNames = async () => {
    const keys = await readKeys(client)
    return (await readBackupTables(client)).map(({ name }) => name).filter((name) => keys.has(name))
  }
  for (;;) {
    const names = await readNames()
    await client.query('begin')
    try {
      await client.query(`lock table ${names.map(quote).join(', ')} in access share mode`)
      if ((await readNames()).join() === names.join()) return names
    } catch (err) {
      if (sqlState(err) !== UNDEFINED_TABLE) throw err
    }
    await client.query('rollback')
  }
}

async function openClients(url: string): Promise<[Client, Client, Client]> {
  const clients: Client[] = []
  try {
    while (clients.length < 3) clients.push(await openBackupClient(url))
    return clients as [Client, Client, Client]
  } catch (err) {
    for (const client of clients) await client.end()
    throw err
  }
}

async function follow(source: Source, url: string, walMaxBytes?: () => number): Promise<void> {
  const keys = await readKeys(source.hold)
  const tables = [...source.followed].map((name) => ({ name, key: entryOf(keys, name) }))
  const { shard, hold: watch } = source
  source.log = await openChangeLog({ url, watch, shard, tables, walMaxBytes })
}

/** Ends the recording: its replication slot, and then, by `client`, the publication that the slot needed. */
async function endLog({ log }: Source, client: Client): Promise<void> {
  if (!log) return
  await log.close()
  await client.query(`drop publication if exists ${log.publication}`)
}

async function closeSource(source: Source): Promise<void> {
  await source.hold.query('rollback').catch(() => undefined)
  await endLog(source, source.hold).catch(() => undefined)
  const { hold, older, newer } = source
  for (const client of [hold, older, newer]) await client.end().catch(() => undefined)
}
