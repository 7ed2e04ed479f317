import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/create-log.ts'
import { startReplicatedDatabase } from '#test/drill/replicated-database.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { createDamageLog } from '../damage/damage-log.ts'
import { growingRead } from '../growing-read.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createClient, createDb, createPool, isDatabaseUnavailable } from '../pool.ts'
import { openDirectory } from './open-directory.ts'
import { createReplicas } from './replicas.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-replicas-'))
const database = await startReplicatedDatabase(folder, createItems, { isSynchronous: false })
const pool = createPool({
  url: database.primaryUrl,
  max: 5,
  name: 'parley test',
  onError: () => undefined,
})
const db = createDb(pool)
const options = { urls: [database.replicaUrl], max: 5, name: 'parley test', prepared: true }
const damage = createDamageLog(createLog('silent'), 'main')
const replicas = createReplicas({ db, log: createLog('silent'), damage }, options)
const scope = { db, replicas } as unknown as Scope
let items = 0

after(async () => {
  await replicas.close()
  await db.destroy()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

async function createItems(url: string): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  await client.query('create table items (id int primary key)')
  await client.end()
}

const add = () => sql`insert into items values (${++items})`.execute(db)
const look = (reader: Scope) =>
  sql<{ count: number; is_replica: boolean }>`
    select count(*)::int as count, pg_is_in_recovery() as is_replica from items`
    .execute(reader.db)
    .then(({ rows }) => rows[0]!)
const read = () => growingRead(scope, 'list', look)
const untilUsed = () => waitFor(async () => (await read()).is_replica)

/** Runs a statement on the replica as its owner. */
async function onServer(text: string): Promise<void> {
  const client = createClient(database.replicaAdminUrl, 'parley test')
  await client.connect()
  await client.query(text)
  await client.end()
}

test('every read after a write sees it, and replicas answer them', async () => {
  await untilUsed()
  let fromReplica = 0
  for (let round = 0; round < 100; round++) {
    await add()
    const { count, is_replica } = await read()
    assert.equal(count, items)
    if (is_replica) fromReplica++
  }
  assert.ok(fromReplica > 0, 'no read was answered by the replica')
})

test('reads that arrive together while others write see what was written before', async () => {
  for (let round = 0; round < 20; round++) {
    const written = items
    const [, ...counts] = await Promise.all([add(), ...Array.from({ length: 10 }, read)])
    for (const { count } of counts) assert.ok(count >= written, `${count} of ${written}`)
  }
})

test('the primary answers while a replica lags, and the replica again after it has caught up', async () => {
  await untilUsed()
  await onServer('select pg_wal_replay_pause()')
  await add()
  assert.deepEqual(await read(), { count: items, is_replica: false })
  await onServer('select pg_wal_replay_resume()')
  await untilUsed()
  assert.equal((await read()).count, items)
})

test('the primary answers what a replica does not answer in time, and the replica again when it does', async () => {
  await untilUsed()
  const goOn = database.freezeReplica()
  try {
    await add()
    assert.deepEqual(await read(), { count: items, is_replica: false })
  } finally {
    goOn()
  }
  await untilUsed()
})

test('errors of the read itself are thrown, and run it once', async () => {
  await untilUsed()
  let runs = 0
  const failing = growingRead(scope, 'list', async () => {
    runs++
    throw new Error('of the read')
  })
  await assert.rejects(failing, /of the read/)
  assert.equal(runs, 1)
})

test('what is damaged on a replica is read from the primary, and the replica answers all other reads', async () => {
  await sql`
    create function read_page() returns text language plpgsql as $$
      begin
        if pg_is_in_recovery() then
          raise exception 'invalid page in block 7 of relation "%"', pg_relation_filepath('items') using errcode = 'XX001';
        end if;
        return 'whole';
      end
    $$`.execute(db)
  await untilUsed()
  const { rows } = await growingRead(scope, 'list', (reader) =>
    sql<{ page: string }>`select read_page() as page`.execute(reader.db),
  )
  assert.deepEqual(rows, [{ page: 'whole' }])
  assert.equal((await read()).is_replica, true)
  const [damaged] = await damage.list(db)
  const host = new URL(database.replicaUrl).host
  assert.deepEqual([damaged!.relation, damaged!.block], [`items on the replica ${host}`, 7])
})

test('a transaction reads what it has written', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`insert into items values (-1)`.execute(tx)
    const { count, is_replica } = await growingRead({ ...scope, db: tx }, 'list', look)
    assert.deepEqual([count, is_replica], [items + 1, false])
    await sql`delete from items where id = -1`.execute(tx)
  })
})

/** Opens the directory on the primary at `url`, whose end of the log it knows when this returns. */
async function openTestDirectory(url: string) {
  const open = (max: number) =>
    createPool({ url, max, name: 'parley test', onError: () => undefined })
  const pool = open(4)
  const probe = createDb(open(1))
  const log = createLog('silent')
  const directory = openDirectory({ pool, probe, replicas, clock: systemClock, log })
  // Its only connection asks for the end of the log first.
  await sql`select 1`.execute(probe)
  return {
    ...directory,
    look: () => withinMs(6_500, () => look({ ...scope, db: directory.db })),
    close: async () => {
      await directory.close()
      await Promise.all([pool.end(), probe.destroy()])
    },
  }
}

test('while the main server is frozen, a replica answers the directory and refuses every write', async () => {
  await untilUsed()
  const directory = await openTestDirectory(database.primaryUrl)
  assert.deepEqual(await directory.look(), { count: items, is_replica: false })
  const goOn = database.freeze()
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, directory.look))
    for (const answer of answers) assert.deepEqual(answer, { count: items, is_replica: true })
    const write = sql`insert into items values (-1)`
    await assert.rejects(write.execute(directory.db), isDatabaseUnavailable)
    await assert.rejects(
      directory.db.transaction().execute((tx) => write.execute(tx)),
      isDatabaseUnavailable,
    )
  } finally {
    goOn()
  }
  await waitFor(() => !directory.isFromReplica())
  await add()
  assert.deepEqual(await directory.look(), { count: items, is_replica: false })
  await directory.close()
})

test('a replica that lacks what the main server had answered does not answer for it until it has caught up', async () => {
  await untilUsed()
  await onServer('select pg_wal_replay_pause()')
  await add()
  const proxy = await startTcpProxy(new URL(database.primaryUrl))
  const directory = await openTestDirectory(proxy.url)
  await proxy.cut()
  await assert.rejects(directory.look(), isDatabaseUnavailable)
  assert.equal(directory.isFromReplica(), false)
  await onServer('select pg_wal_replay_resume()')
  await waitFor(() => directory.isFromReplica())
  assert.deepEqual(await directory.look(), { count: items, is_replica: true })
  await directory.close()
  await proxy.close()
})

test('a killed replica fails no read', async () => {
  await untilUsed()
  const reads = Array.from({ length: 20 }, read)
  database.killReplica()
  for (const { count } of await Promise.all(reads)) assert.equal(count, items)
  await add()
  // The processes of its connections end a moment after their parent, and answer until then, from what they have.
  await waitFor(async () => {
    const { count, is_replica: isReplica } = await read()
    assert.equal(count, items)
    return !isReplica
  })
})
