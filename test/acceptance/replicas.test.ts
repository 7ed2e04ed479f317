import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { startReplicatedDatabase } from '../drill/replicated-database.ts'
import { setUpWorkspace } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts, startServer } from '../processes.ts'
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
let workspace: OutsideWorkspace | undefined
const database = await startReplicatedDatabase(
  folder,
  async (url) => {
    workspace = await setUpWorkspace({ ...baseEnv, DATABASE_URL: url })
  },
  { isSynchronous: false },
)
const env = {
  ...baseEnv,
  DATABASE_URL: database.primaryUrl,
  DATABASE_REPLICA_URLS: database.replicaUrl,
}
const servers = await Promise.all(
  ports
    .slice(0, 2)
    .map((port) => startServer({ ...env, PORT: String(port) }, ['--only', 'api', '--json'])),
)
after(async () => {
  await Promise.all(servers.map((server) => server.end()))
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})
const [one, other] = ports
  .slice(0, 2)
  .map((port) =>
    createCall(`http://127.0.0.1:${port}`, { authorization: `Bearer ${workspace!.key}` }),
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

/** Returns how many queries the replica has answered for the product. */
async function countQueries(): Promise<number> {
  const client = createClient(database.replicaAdminUrl, 'parley test')
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select xact_commit::int as count from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  return rows[0]!.count
}

test('a client reads what it has written, from any process, while replicas answer reads and when one lags, hangs or dies', async () => {
  const before = await countQueries()
  for (let round = 0; round < 20; round++) await writeAndRead()
  // A connection reports its counts up to ten seconds later.
  await waitFor(async () => (await countQueries()) > before + 20, { timeoutMs: 30_000 })
  const owner = createClient(database.replicaAdminUrl, 'parley test')
  owner.on('error', () => undefined)
  await owner.connect()
  await owner.query('select pg_wal_replay_pause()')
  for (let round = 0; round < 5; round++) await writeAndRead()
  await owner.query('select pg_wal_replay_resume()')
  await writeAndRead()
  const goOn = database.freezeReplica()
  for (let round = 0; round < 5; round++) await writeAndRead()
  goOn()
  await writeAndRead()
  database.killReplica()
  for (let round = 0; round < 5; round++) await writeAndRead()
})
