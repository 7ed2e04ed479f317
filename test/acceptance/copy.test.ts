import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { createTestDatabase } from '../context.ts'
import { openTempDir, runCommand, runJson, startServer } from '../processes.ts'
import { query } from '../query.ts'
import { waitFor } from '../wait-for.ts'

type Copied = { rows: number; files: number }

const COUNT = `select (select count(*) from workspaces)::int as workspaces, (select count(*) from messages)::int as messages,
  (select count(*) from people)::int as people, (select sum(hashtext(m::text)) from messages as m)::text as sum`

test('everything moves from the embedded database to a server by one command, and back by another', async () => {
  const dataDir = join(await openTempDir(), 'data')
  const ports = { PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'warn' }
  const embedded = { DATA_DIR: dataDir, ...ports }
  const { url: to, drop } = await createTestDatabase({ template: 'template0' })
  after(drop)
  // With the data of the demo.
  const server = await startServer(embedded, ['--demo', '--json'])
  const refused = await runCommand(['copy', '--to', to], embedded)
  assert.match(refused.stderr, /Parley is running/)
  const { database_url: own } = await runJson<{ database_url: string }>(['database-url'], embedded)
  await waitFor(async () => (await query<{ messages: number }>(own, COUNT))[0]!.messages > 0, {
    what: 'the messages of the demo',
    timeoutMs: 60_000,
  })
  await server.end()

  const there = await runJson<Copied>(['copy', '--to', to], embedded)
  assert.ok(there.rows > 100)
  const [counted] = await query<{ workspaces: number; messages: number }>(to, COUNT)
  assert.ok(counted!.workspaces > 0 && counted!.messages > 0)
  const again = await runCommand(['copy', '--to', to], embedded)
  assert.match(again.stderr, /is not empty/)
  const SECRET_KEY = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()
  const onServer = { ...ports, DATA_DIR: dataDir, DATABASE_URL: to, SECRET_KEY, HOST: '127.0.0.1' }
  const other = await runCommand(['copy', '--to', join(await openTempDir(), 'data')], {
    ...onServer,
    SECRET_KEY: 'b8'.repeat(32),
  })
  assert.match(other.stderr, /SECRET_KEY is not the key/)

  const back = join(await openTempDir(), 'data')
  const returned = await runJson<Copied>(['copy', '--to', back], onServer)
  assert.equal(returned.rows, there.rows)
  assert.ok(!(await readdir(back)).includes('unfinished-copy'))
  const occupied = await runCommand(['copy', '--to', back], onServer)
  assert.match(occupied.stderr, /has a database already/)
  const database = await startEmbedded({ dataDir: back, log: () => undefined })
  assert.deepEqual(await query(database.url, COUNT), [counted])
  await database.stop()
  await (await startServer({ DATA_DIR: back, ...ports }, ['--json'])).end()
})
