import assert from 'node:assert/strict'
import { cpSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { isDatabaseUnavailable } from '../pool.ts'
import { withoutSocket } from './ensure-cluster.ts'
import { findRunning, startEmbedded } from './start-embedded.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }
// With a space, and a percent sign that an address must not read as one.
const dataDir = join(await openTempDir(), 'a %20b')

async function start(dir: string) {
  const embedded = await startEmbedded({ dataDir: dir, settings, log: () => undefined })
  after(() => embedded.stop())
  return embedded
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Which way to PostgreSQL a connection takes: a socket has no address. */
const WAY = `select case when inet_client_addr() is null then 'socket' else 'port' end as way`
const [SOCKET, PORT] = [[{ way: 'socket' }], [{ way: 'port' }]]

test('the address of the embedded database leads through a socket, also after a crash, and other programs find its port', async () => {
  const embedded = await start(dataDir)
  const { url, port, pid } = embedded
  assert.deepEqual(await query(url, WAY), SOCKET)
  assert.deepEqual(await query(withoutSocket(url), WAY), PORT)
  assert.equal(new URL(withoutSocket(url)).search, '')
  assert.deepEqual(await findRunning(dataDir), { url, ownerPid: process.pid })
  const folder = join(dataDir, 'postgres')
  assert.ok(statSync(join(folder, `.s.PGSQL.${port}`)).isSocket())
  assert.equal(statSync(folder).mode & 0o077, 0, 'others can enter the folder of the socket')
  await assert.rejects(query(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1'), { code: '28P01' })

  process.kill(pid, 'SIGKILL')
  await waitFor(() =>
    query(url, WAY).then(
      () => embedded.pid !== pid,
      (err: unknown) => assert.ok(isDatabaseUnavailable(err), String(err)),
    ),
  )
  await embedded.stop()
  await assert.rejects(query(url, WAY), (err) => isDatabaseUnavailable(err))

  // A killed PostgreSQL leaves the lock of its socket, whose process may now be another program.
  const lock = join(folder, `.s.PGSQL.${port}.lock`)
  writeFileSync(lock, [process.pid, folder, 0, port, '.', ''].join('\n'))
  const again = await start(dataDir)
  assert.deepEqual(await query(again.url, WAY), SOCKET)
  await again.stop()
})

test('where the path is too long for a socket, the address leads to the port', async () => {
  const long = join(await openTempDir(), 'long'.repeat(20))
  cpSync(dataDir, long, { recursive: true })
  const { url } = await start(long)
  assert.equal(new URL(url).search, '')
  assert.deepEqual(await query(url, WAY), PORT)
  assert.deepEqual(await findRunning(long), { url, ownerPid: process.pid })
})
