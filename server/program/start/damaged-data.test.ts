import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { overwritePage } from '#test/overwrite-page.ts'
import { findPorts, openTempDir, runCommand, startServer } from '#test/processes.ts'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { createClient } from '#db/pool.ts'

const TABLE = 'canned_replies'

/** Returns the file of a table, from the folder of PostgreSQL. */
async function pathOf(url: string, table: string): Promise<string> {
  const client = createClient(url, 'parley test')
  await client.connect()
  const { rows } = await client.query<{ path: string }>('select pg_relation_filepath($1) as path', [
    table,
  ])
  await client.end()
  return rows[0]!.path
}

test('a damaged table fails its requests alone, and readiness, metrics, doctor and the next start say so', async () => {
  const dataDir = join(await openTempDir(), 'data')
  const [port, ingestPort, simulatorPort, metricsPort] = (await findPorts(4)).map(String)
  const env = {
    DATA_DIR: dataDir,
    PORT: port!,
    INGEST_PORT: ingestPort!,
    SIMULATOR_PORT: simulatorPort!,
    METRICS_PORT: metricsPort!,
  }
  const whole = await startServer(env, ['--demo'])
  const [key] = /sk_live_\w+/.exec(whole.stdout())!
  const api = `http://127.0.0.1:${port}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(api + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
  const body = JSON.stringify({ shortcut: 'open', text: 'From nine' })
  const created = await call('/api/v1/canned-replies', { method: 'POST', body })
  assert.equal(created.status, 201, await created.text())
  const { stdout: url } = await runCommand(['database-url'], env)
  const path = await pathOf(url.trim(), TABLE)
  const ready = async () => (await (await fetch(`${api}/health/ready`)).json()) as object
  assert.deepEqual(await ready(), { status: 'ok' })
  assert.match((await runCommand(['doctor'], env)).stdout, /^ok +data +no damage is known/m)
  await whole.end()
  overwritePage(join(dataDir, 'postgres', path))

  const damaged = await startServer(env, [])
  assert.deepEqual(await ready(), { status: 'ok' }, 'nobody has read it yet')
  const failed = await call('/api/v1/canned-replies')
  const problem = (await failed.json()) as { code: string; detail: string }
  assert.deepEqual([failed.status, problem.code], [500, 'internal'])
  assert.match(problem.detail, /stored data is damaged .* the operator must restore it/)
  assert.equal((await call('/api/v1/contacts')).status, 200)
  const answer = await fetch(`${api}/health/ready`)
  const { status, warnings } = (await answer.json()) as {
    status: string
    warnings: { check: string; problem: string }[]
  }
  assert.deepEqual(
    [answer.status, status, warnings.map(({ check }) => check)],
    [200, 'ok', ['damage']],
  )
  assert.match(
    warnings[0]!.problem,
    new RegExp(`damaged: ${TABLE}\\. Keep a copy .*damaged-data\\.md`),
  )
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  assert.match(metrics, /^parley_database_damaged_relations\{shard="main"\} 1$/m)
  assert.match(metrics, /^parley_database_checksum_failures\{shard="main"\} [1-9]/m)
  const shallow = await runCommand(['doctor'], env)
  assert.match(shallow.stdout, /^FAIL +data +.*damaged-data\.md/m)
  const deep = await runCommand(['doctor', '--deep'], env)
  assert.equal(deep.code, 1)
  assert.match(
    deep.stdout,
    new RegExp(`^FAIL +data +damaged: ${TABLE} \\(invalid page in block 0 .*Keep a copy`, 'm'),
  )
  await damaged.end()

  const again = await startServer(env, [])
  assert.match(again.stdout() + again.stderr(), /PostgreSQL has read damaged pages.*doctor --deep/)
  assert.equal((await again.end()).code, 0)
})

test('a start that cannot read its own tables ends with what to do', async () => {
  const dataDir = join(await openTempDir(), 'data')
  const env = { DATA_DIR: dataDir, PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0' }
  const created = await runCommand(['workspaces', 'create', '--name', 'Acme'], env)
  assert.equal(created.code, 0, created.stderr)
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const path = await pathOf(embedded.url, 'migrations')
  await embedded.stop()
  overwritePage(join(dataDir, 'postgres', path))
  const { code, stderr } = await runCommand(['start'], env)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^Stored data is damaged: invalid page in block 0 .*\. Keep a copy .*damaged-data\.md\.\n$/,
  )
})
