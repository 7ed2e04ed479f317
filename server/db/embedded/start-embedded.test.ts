import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { waitFor } from '#test/wait-for.ts'
import { EmbeddedError } from './embedded-error.ts'
import type { EmbeddedErrorCode } from './embedded-error.ts'
import { migrate } from '../migrating/migrate.ts'
import { findRunning, startEmbedded } from './start-embedded.ts'
import type { Embedded, EmbeddedOptions } from './start-embedded.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }
const asRoot = process.geteuid?.() === 0
let root: string
let template: string
let lines: string[]
const started: Embedded[] = []
const children: ChildProcess[] = []

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'parley embedded '))
  template = join(root, 'template')
  const embedded = await start(template)
  await query(embedded.url, 'create table kept (value text)')
  await embedded.stop()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map((each) => each.stop()))
})

after(() => {
  for (const name of readdirSync(root)) endLeftover(join(root, name))
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

test('a new database accepts connections only from this machine and with its password', async () => {
  const dataDir = join(root, 'new')
  const { url, stop } = await start(dataDir)
  assert.equal(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 0o600)
  assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o077, 0)
  const shown = await query(
    url,
    `select current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
      current_setting('server_encoding') as encoding, current_setting('password_encryption') as password,
      (select datlocprovider::text || datlocale from pg_database where datname = current_database()) as locale`,
  )
  assert.deepEqual(shown, [
    {
      addresses: '127.0.0.1',
      zone: 'UTC',
      encoding: 'UTF8',
      password: 'scram-sha-256',
      locale: 'bC.UTF-8',
    },
  ])
  await assert.rejects(query(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1'), { code: '28P01' })
  await stop()
})

test('the password and the data survive a restart', async () => {
  const dataDir = copyOfTemplate()
  const first = await start(dataDir)
  await query(first.url, `insert into kept values ('yes')`)
  await first.stop()
  const second = await start(dataDir)
  assert.equal(new URL(second.url).password, new URL(first.url).password)
  assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 'yes' }])
})

test('the caller learns that PostgreSQL was launched while it does not accept connections yet', async () => {
  const dataDir = copyOfTemplate()
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const wasReady: boolean[] = []
  const onLaunched = () =>
    wasReady.push(existsSync(file) && readFileSync(file, 'utf8').includes('ready'))
  await start(dataDir, { onLaunched })
  assert.deepEqual(wasReady, [false])
})

/** Describes the role of a connection, and whether it owns the database and each of its tables. */
const ROLE = `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as is_privileged,
    (select datdba = pg_roles.oid from pg_database where datname = current_database()) as owns_database,
    (select bool_and(relowner = pg_roles.oid) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')) as owns_tables
  from pg_roles where rolname = current_user`
const ORDINARY = [{ is_privileged: false, owns_database: true, owns_tables: true }]

test('the product is no superuser of a new database, but can migrate it', async () => {
  const { url } = await start(join(root, 'ordinary'))
  await migrate(url)
  assert.deepEqual(await query(url, ROLE), ORDINARY)
  await assert.rejects(query(url, `copy (select 1) to program 'true'`), { code: '42501' })
  await assert.rejects(query(url, `create role other`), { code: '42501' })
})

test('the product becomes an ordinary owner of a database that its superuser created', async () => {
  const dataDir = copyOfTemplate()
  const before = await start(dataDir)
  // As a release that only had the superuser leaves it.
  await query(before.adminUrl, 'alter database parley owner to parley')
  await query(before.adminUrl, 'drop table kept')
  await query(before.adminUrl, 'drop role parley_app')
  await migrate(before.adminUrl)
  await query(before.adminUrl, 'create table kept (id bigserial primary key, value text)')
  await query(before.adminUrl, `insert into kept (value) values ('yes')`)
  await query(before.adminUrl, `create type mood as enum ('good')`)
  await before.stop()
  const factsPath = join(dataDir, 'postgres.json')
  const { appPassword: _, ...facts } = JSON.parse(readFileSync(factsPath, 'utf8'))
  writeFileSync(factsPath, JSON.stringify(facts))

  const { url, adminUrl } = await start(dataDir)
  assert.deepEqual(await query(url, ROLE), ORDINARY)
  assert.deepEqual(await query(url, 'select value from kept'), [{ value: 'yes' }])
  await query(
    url,
    `insert into kept (value) values ('more'); alter table kept add column more mood`,
  )
  assert.deepEqual(await migrate(url), [])
  const [admin] = (await query(adminUrl, ROLE)) as { is_privileged: boolean }[]
  assert.equal(admin!.is_privileged, true)
})

test('a second start fails immediately and names the holder', async () => {
  const dataDir = copyOfTemplate()
  const { port } = await start(dataDir)
  const startedMs = performance.now()
  const { message } = await refused(start(dataDir), 'held')
  assert.ok(performance.now() - startedMs < 30_000, 'it waits a minute, but only for a command')
  assert.match(message, new RegExp(`process ${process.pid} since 20..-.* port ${port}`))
})

test('exactly one of several simultaneous starts succeeds', async () => {
  const dataDir = copyOfTemplate()
  const owners = await Promise.all([1, 2, 3, 4].map(() => startInChild(dataDir)))
  assert.deepEqual(owners.map(({ first }) => first.split(' ')[0]).sort(), [
    'held',
    'held',
    'held',
    'ready',
  ])
})

test('after kill -9 of its owner the database starts again with its data', async () => {
  const dataDir = copyOfTemplate()
  const { child, url } = await startInChild(dataDir)
  await query(url, `insert into kept values ('committed')`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }], 'the orphan still runs')
  assert.equal(await findRunning(dataDir), undefined)
  const again = await start(dataDir)
  assert.deepEqual(await query(again.url, 'select value from kept'), [{ value: 'committed' }])
  assert.ok(lines.some((line) => line.includes('which an earlier start left running')))
})

test('after kill -9 of its owner and of the database it starts again with its data', async () => {
  const dataDir = copyOfTemplate()
  const { child, url, pid } = await startInChild(dataDir)
  await query(url, `insert into kept values ('committed')`)
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const again = await start(dataDir)
  assert.deepEqual(await query(again.url, 'select value from kept'), [{ value: 'committed' }])
})

test('a pid file whose pid now belongs to another program does not prevent a start', async () => {
  const dataDir = copyOfTemplate()
  const { child, pid } = await startInChild(dataDir)
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const other = spawn('sleep', ['600'])
  children.push(other)
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, `${other.pid}`))
  await start(dataDir)
  assert.equal(other.exitCode, null)
  assert.equal(other.signalCode, null)
})

test('a killed database is restarted on its port', async () => {
  const embedded = await start(copyOfTemplate())
  const killed = embedded.pid
  await query(embedded.url, `insert into kept values ('committed')`)
  process.kill(killed, 'SIGKILL')
  await waitFor(() => lines.includes('the database is running again'))
  assert.notEqual(embedded.pid, killed)
  assert.deepEqual(await query(embedded.url, 'select value from kept'), [{ value: 'committed' }])
})

test('without restart, a killed database ends and releases its directory', async () => {
  const dataDir = copyOfTemplate()
  const embedded = await start(dataDir, { restart: false })
  process.kill(embedded.pid, 'SIGKILL')
  await embedded.exited
  await start(dataDir)
})

test('Ctrl-C reaches only the owner', async () => {
  const { child, url } = await startInChild(
    copyOfTemplate(),
    `process.on('SIGINT', () => console.log('interrupted'))`,
  )
  const interrupted = once(createInterface({ input: child.stdout! }), 'line')
  process.kill(-child.pid!, 'SIGINT')
  assert.deepEqual(await interrupted, ['interrupted'])
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

test('a process that ends without stopping also stops its database', async () => {
  const { child, url } = await startInChild(
    copyOfTemplate(),
    `process.on('SIGINT', () => process.exit())`,
  )
  child.kill('SIGINT')
  await once(child, 'exit')
  await waitFor(() =>
    query(url, 'select 1').then(
      () => false,
      (err) => err.code === 'ENOENT' || err.code === 'ECONNREFUSED',
    ),
  )
})

test('an interrupted initialization is repeated', async () => {
  const dataDir = join(root, 'cut-off')
  mkdirSync(join(dataDir, 'postgres.unfinished-1', 'base'), { recursive: true })
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres.unfinished-1', 'PG_VERSION'), '18\n')
  const { url } = await start(dataDir)
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(readdirSync(dataDir).sort(), [
    'lock',
    'postgres',
    'postgres.json',
    'postgres.log',
  ])
})

test('a directory with other content is not changed', async () => {
  const dataDir = join(root, 'something-else')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear reader')
  await refused(start(dataDir), 'not_a_cluster')
  assert.equal(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8'), 'dear reader')
})

test('data of another PostgreSQL release is not changed', async () => {
  const dataDir = copyOfTemplate()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  const { message } = await refused(start(dataDir), 'other_version')
  assert.match(message, /PostgreSQL 15, but this release contains version \d+/)
})

test('a lost password is replaced, and the data is kept', async () => {
  const dataDir = copyOfTemplate()
  rmSync(join(dataDir, 'postgres.json'))
  const { url } = await start(dataDir)
  assert.deepEqual(await query(url, 'select value from kept'), [])
})

test('a port in use is reported with DATABASE_PORT', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { message } = await refused(start(copyOfTemplate(), { port }), 'port_in_use')
  assert.match(message, new RegExp(`Port ${port} .*DATABASE_PORT`))
  server.close()
  await once(server, 'close')
  assert.equal((await start(copyOfTemplate(), { port })).port, port)
})

test("a failed start releases the directory and reports PostgreSQL's message", async () => {
  const dataDir = copyOfTemplate()
  const { message } = await refused(
    start(dataDir, { settings: { shared_buffers: 'much' } }),
    'failed',
  )
  assert.match(message, /invalid value for parameter "shared_buffers": "much"/)
  await start(dataDir)
})

test('commands find the database of a running server, and wait for one another', async () => {
  const dataDir = copyOfTemplate()
  assert.equal(await findRunning(join(root, 'nowhere')), undefined)
  assert.equal(await findRunning(dataDir), undefined)
  const command = await start(dataDir, { transient: true })
  assert.equal(await findRunning(dataDir), undefined)
  const server = start(dataDir)
  await command.stop()
  const { url } = await server
  assert.deepEqual(await findRunning(dataDir), { url, ownerPid: process.pid })
})

test(
  'root starts it below a directory that only root can enter',
  { skip: asRoot ? false : 'needs root' },
  async () => {
    const locked = join(root, 'locked')
    mkdirSync(locked, { mode: 0o700 })
    const { url } = await start(join(locked, 'data'))
    assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
    assert.equal(statSync(locked).mode & 0o777, 0o700)
    assert.equal(statSync(locked).uid, 0)
  },
)

test(
  'a directory of another user is rejected in one line',
  { skip: asRoot ? 'needs an ordinary user' : false },
  async () => {
    const { message } = await refused(start('/root/parley-data'), 'permission')
    assert.doesNotMatch(message, /\n/)
  },
)

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const heard: string[] = []
  lines = heard
  const embedded = await startEmbedded({
    dataDir,
    log: (line) => heard.push(line),
    settings,
    ...options,
  })
  started.push(embedded)
  return embedded
}

/** Starts the database in a separate process. `first` is `ready <pid> <url>` or the error code. */
async function startInChild(
  dataDir: string,
  then = '',
): Promise<{ child: ChildProcess; first: string; pid: number; url: string }> {
  const code = `
    import { startEmbedded } from '#db/embedded/start-embedded.ts'
    ${then}
    const [dataDir, settings] = JSON.parse(process.argv.at(-1))
    startEmbedded({ dataDir, settings, log: () => {} }).then(
      (embedded) => console.log('ready', embedded.pid, embedded.url),
      (err) => console.log(err.code, err.message),
    )`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', code, JSON.stringify([dataDir, settings])],
    {
      cwd: dirname(dirname(dirname(import.meta.dirname))),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.push(child)
  const reader = createInterface({ input: child.stdout })
  const [first] = (await once(reader, 'line')) as [string]
  reader.close()
  const [outcome, pid, url] = first.split(' ')
  if (outcome !== 'held') assert.equal(outcome, 'ready', first)
  return { child, first, pid: Number(pid), url: url ?? '' }
}

async function refused(attempt: Promise<unknown>, code: EmbeddedErrorCode): Promise<EmbeddedError> {
  const err = await attempt.then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  )
  assert.ok(err instanceof EmbeddedError, `${err}`)
  assert.equal(err.code, code, err.message)
  assert.doesNotMatch(err.message, /\n/)
  return err
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

let copies = 0
function copyOfTemplate(): string {
  const dataDir = join(root, `copy ${++copies}`)
  cpSync(template, dataDir, { recursive: true })
  return dataDir
}

/** Ends what a killed child process left running. */
function endLeftover(dataDir: string): void {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(path)) return
  try {
    process.kill(Number.parseInt(readFileSync(path, 'utf8'), 10), 'SIGKILL')
  } catch {
    // It ended on its own.
  }
}
