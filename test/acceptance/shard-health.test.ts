import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { openClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { setUpWorkspace } from '../outside.ts'
import { findPorts, runCommand, startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-shard-health-'))
const log = () => undefined
const main = await startEmbedded({ dataDir: join(folder, 'main'), log })
let b = await startEmbedded({ dataDir: join(folder, 'b'), log })
const [port, metricsPort, otherPort] = (await findPorts(3)) as [number, number, number]
const env = {
  DATA_DIR: join(folder, 'unused'),
  SECRET_KEY: '07'.repeat(32),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  PORT: String(port),
  METRICS_PORT: String(metricsPort),
  DATABASE_URL: main.url,
}
const alone = await setUpWorkspace({ ...env, PORT: String(otherPort), METRICS_PORT: '' })
const sharded = { ...env, DATABASE_SHARD_URLS: `b=${b.url}` }
const server = await startServer(sharded, ['--only', 'api,worker', '--json'])
after(async () => {
  await server.end()
  await Promise.all([main.stop(), b.stop()])
  await rm(folder, { recursive: true, force: true })
})

const call = createCall(`http://127.0.0.1:${port}`, { authorization: `Bearer ${alone.key}` })
const askReady = () => call('GET /health/ready')
const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

/** Waits until the shard `b` has this state, and checks that the process is ready all the time. */
async function waitForShard(expected: { status: string; check?: string }): Promise<void> {
  await waitFor(
    async () => {
      const { status, body } = await askReady()
      assert.deepEqual([status, body.status], [200, 'ok'])
      assert.deepEqual(body.shards[0], { name: 'main', status: 'ok' })
      const { problem: _problem, ...state } = body.shards[1]
      return JSON.stringify(state) === JSON.stringify({ name: 'b', ...expected })
    },
    { what: `the shard to be ${expected.check ?? expected.status}` },
  )
}

/** Runs `shards status` and returns its exit status and what it prints of the shard `b`. */
async function readStatus(): Promise<{ code: number | null; problem: string | null }> {
  const { code, stdout } = await runCommand(['shards', 'status', '--json'], sharded)
  const { shards } = JSON.parse(stdout) as { shards: { name: string; problem: string | null }[] }
  assert.equal(shards[0]!.problem, null)
  return { code, problem: shards.find(({ name }) => name === 'b')!.problem }
}

test('a shard that is not migrated, or away, is reported, and the process stays ready and works', async () => {
  await waitForShard({ status: 'ok' })
  assert.deepEqual(await readStatus(), { code: 0, problem: null })
  assert.match(await readMetrics(), /database_shard_up\{shard="b"\} 1/)

  const owner = await openClient(b.url, 'parley test')
  const { rows } = await owner.query<{ name: string }>(
    `delete from migrations where name = (select max(name) from migrations) returning *`,
  )
  await waitForShard({ status: 'unavailable', check: 'migrations' })
  const unmigrated = await readStatus()
  assert.equal(unmigrated.code, 1)
  assert.match(unmigrated.problem!, /1 migrations are pending/)
  await owner.query(
    'insert into migrations select * from json_populate_record(null::migrations, $1)',
    [JSON.stringify(rows[0])],
  )
  await owner.end()
  await waitForShard({ status: 'ok' })

  await b.stop()
  await waitForShard({ status: 'unavailable', check: 'database' })
  assert.match(await readMetrics(), /database_shard_up\{shard="main"\} 1\n.*shard="b"\} 0/)
  const away = await readStatus()
  assert.equal(away.code, 1)
  assert.match(away.problem!, /connect|refused|cannot/i)
  const created = await call('POST /api/v1/contacts', { body: { name: 'Noor' } })
  assert.equal(created.status, 201, created.text)

  b = await startEmbedded({ dataDir: join(folder, 'b'), port: b.port, log })
  await waitForShard({ status: 'ok' })
})
