import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { startReplicatedDatabase } from '../drill/replicated-database.ts'
import { ADMIN, signInAdmin } from '../outside.ts'
import { findPorts, runJson, startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-replicas-'))
const ports = await findPorts(3)
const baseEnv = {
  DATA_DIR: join(folder, 'unused'),
  SECRET_KEY: '07'.repeat(32),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  PORT: String(ports[2]),
}
const options = { isSynchronous: false }
const main = await startReplicatedDatabase(
  join(folder, 'main'),
  async (url) => void (await runJson(['migrate'], { ...baseEnv, DATABASE_URL: url })),
  options,
)
const b = await startReplicatedDatabase(join(folder, 'b'), async () => undefined, options)
const env = {
  ...baseEnv,
  DATABASE_URL: main.primaryUrl,
  DATABASE_REPLICA_URLS: `${main.replicaUrl} b=${b.replicaUrl}`,
  DATABASE_SHARD_URLS: `b=${b.primaryUrl}`,
}
const keys = { main: await createWorkspaceOn('main'), b: await createWorkspaceOn('b') }
const servers = await Promise.all(
  ports
    .slice(0, 2)
    .map((port) => startServer({ ...env, PORT: String(port) }, ['--only', 'api', '--json'])),
)
after(async () => {
  await Promise.all(servers.map((server) => server.end()))
  await Promise.all([main.stop(), b.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** Creates a workspace on a shard and returns a key of it. */
async function createWorkspaceOn(shard: 'main' | 'b'): Promise<string> {
  const run = <T>(command: string) => runJson<T>(command.split(' '), env)
  const { workspace } = await run<{ workspace: { slug: string } }>(
    `workspaces create --name shop-${shard} --shard ${shard}`,
  )
  const { api_key } = await run<{ api_key: { secret: string } }>(
    `keys create --workspace ${workspace.slug} --name till --scopes * --rate-limit off`,
  )
  return api_key.secret
}

/** Runs a statement on a replica as its owner. */
async function onReplica<T extends object>(database: typeof main, text: string): Promise<T> {
  const client = createClient(database.replicaAdminUrl, 'parley test')
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows[0]!
}

/** Returns how many queries a replica has answered for the product. */
async function countQueries(database: typeof main): Promise<number> {
  const { count } = await onReplica<{ count: number }>(
    database,
    'select xact_commit::int as count from pg_stat_database where datname = current_database()',
  )
  return count
}

test('while main is frozen, the workspace on b works by key and by session, and main answers 503 until it is back', async () => {
  const url = `http://127.0.0.1:${ports[0]}`
  const { email, password } = ADMIN
  const user = `--email ${email} --password ${password} --role admin`
  await runJson(`users create --workspace shop-b ${user}`.split(' '), env)
  const callAs = (key: string) => createCall(url, { authorization: `Bearer ${key}` })
  const [onMain, onB, admin] = [callAs(keys.main), callAs(keys.b), await signInAdmin(url)]
  const create = { body: { name: 'Bina' } }
  const goOn = main.freeze()
  try {
    const callB = () =>
      Promise.all([
        onB('POST /api/v1/contacts', create),
        onB('GET /api/v1/contacts'),
        admin('GET /api/session'),
      ])
    const [onMains, ...first] = await Promise.all([
      onMain('POST /api/v1/contacts', create),
      callB(),
      callB(),
    ])
    const answers = [...first.flat(), ...(await callB())]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 200, 201, 200, 200, 201, 200, 200],
    )
    assert.equal(onMains.status, 503)
    const refused = await admin('POST /api/developer/api-keys', {
      body: { name: 'till', scopes: ['read'] },
    })
    assert.equal(refused.status, 503, 'the directory is not written')
    const ready = await waitFor(async () => {
      const { status, body } = await onB('GET /health/ready')
      assert.equal(status, 200)
      return body.shards[0].status === 'unavailable' && body
    })
    assert.deepEqual(ready.shards[1], { name: 'b', status: 'ok' })
  } finally {
    goOn()
  }
  await waitFor(async () => (await onMain('POST /api/v1/contacts', create)).status === 201)
  const { status } = await admin('POST /api/developer/api-keys', {
    body: { name: 'till', scopes: ['read'] },
  })
  assert.equal(status, 201)
})

for (const [shard, database] of [
  ['main', main],
  ['b', b],
] as const)
  test(`on the shard ${shard}, a client reads what it has written, from any process, while a replica answers, and when it lags, hangs or dies`, async () => {
    const [one, other] = ports
      .slice(0, 2)
      .map((port) =>
        createCall(`http://127.0.0.1:${port}`, { authorization: `Bearer ${keys[shard]}` }),
      )
    let written = 0

    /** Creates a contact by one process and lists contacts by both: the answers must be 2xx and contain it. */
    async function writeAndRead(): Promise<void> {
      const name = `Contact ${++written}`
      const created = await one!('POST /api/v1/contacts', { body: { name } })
      assert.equal(created.status, 201, created.text)
      for (const call of [one!, other!])
        for (const path of ['contacts?limit=1', 'search?q=Contact', 'reports/messages']) {
          const answer = await call(`GET /api/v1/${path}`)
          assert.equal(answer.status, 200, `${path}: ${answer.text}`)
          if (path === 'contacts?limit=1') assert.equal(answer.body.data[0].name, name)
        }
    }

    const before = await countQueries(database)
    for (let round = 0; round < 20; round++) await writeAndRead()
    // A connection reports its counts up to ten seconds later.
    await waitFor(async () => (await countQueries(database)) > before + 20)

    await onReplica(database, `alter system set recovery_min_apply_delay = '10s'`)
    await onReplica(database, 'select pg_reload_conf()')
    await waitFor(async () => {
      await writeAndRead()
      const { is_behind } = await onReplica<{ is_behind: boolean }>(
        database,
        'select pg_last_wal_replay_lsn() < pg_last_wal_receive_lsn() as is_behind',
      )
      return is_behind
    })
    for (let round = 0; round < 5; round++) await writeAndRead()
    await onReplica(database, 'alter system reset recovery_min_apply_delay')
    await onReplica(database, 'select pg_reload_conf()')
    await writeAndRead()

    const goOn = database.freezeReplica()
    for (let round = 0; round < 5; round++) await writeAndRead()
    goOn()
    await writeAndRead()
    database.killReplica()
    for (let round = 0; round < 5; round++) await writeAndRead()
  })
