/**
 * Tries ops/pgdog with an installed PgDog: `node test/drill/pgdog.ts`. PGDOG names the program. Without one, it says so and
 * checks nothing.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { createClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { findPorts, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const CONFIGURATION = new URL('../../ops/pgdog/', import.meta.url)
const program = process.env['PGDOG'] ?? 'pgdog'
const say = (line: string) => void process.stdout.write(`${line}\n`)

if (spawnSync(program, ['--version']).error)
  say(`There is no program "${program}", so nothing was checked. Install PgDog, or set PGDOG.`)
else await runDrill()

async function runDrill(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgdog-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const log = () => undefined
  const main = await startEmbedded({ dataDir: join(folder, 'main'), log })
  stack.defer(() => main.stop())
  let b = await startEmbedded({ dataDir: join(folder, 'b'), log })
  stack.defer(() => b.stop())
  const [pgdogPort, apiPort] = (await findPorts(2)) as [number, number]
  const pgdogUrl = await startPgdog(folder, { port: pgdogPort, servers: [main.url, b.url], stack })
  const env: ProgramEnv = {
    DATA_DIR: join(folder, 'unused'),
    SECRET_KEY: '07'.repeat(32),
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    DATABASE_PGDOG: 'true',
    DATABASE_URL: pgdogUrl,
    DATABASE_SHARD_URLS: `b=${pgdogUrl}`,
    DATABASE_DIRECT_URL: `${main.url} b=${b.url}`,
  }
  const keys = { main: await createWorkspaceOn('main', env), b: await createWorkspaceOn('b', env) }
  const api = await startServer(env, ['--only', 'api', '--json'])
  stack.defer(async () => void (await api.end()))
  const callAs = (key: string) =>
    createCall(`http://127.0.0.1:${apiPort}`, { authorization: `Bearer ${key}` })
  const create = (key: string, name: string) =>
    callAs(key)('POST /api/v1/contacts', { body: { name } })

  for (const [shard, key] of Object.entries(keys))
    for (let index = 0; index < 50; index++) {
      const created = await create(key, `On ${shard}`)
      assert.equal(created.status, 201, created.text)
      const { body } = await callAs(key)(`GET /api/v1/contacts/${created.body.id}`)
      assert.equal(body.id, created.body.id)
    }
  assert.deepEqual(await listNames(main.url), ['On main'])
  assert.deepEqual(await listNames(b.url), ['On b'])
  say('ok  requests of each shard reach its server only')

  await b.stop()
  await waitFor(async () => (await create(keys.b, 'Lost')).status === 503, { timeoutMs: 60_000 })
  assert.equal((await create(keys.main, 'On main')).status, 201)
  say('ok  a stopped shard answers 503, and the other one works')
  b = await startEmbedded({ dataDir: join(folder, 'b'), port: b.port, log })
  await waitFor(async () => (await create(keys.b, 'On b')).status === 201, { timeoutMs: 60_000 })
  say('ok  the shard works again')
}

/** Starts PgDog with the configuration of ops/pgdog for these servers, and returns its URL. */
async function startPgdog(
  folder: string,
  options: { port: number; servers: [string, string]; stack: AsyncDisposableStack },
): Promise<string> {
  const [main, b] = options.servers.map((url) => new URL(url)) as [URL, URL]
  const password = decodeURIComponent(main.password)
  const setPassword = createClient(b.href, 'parley drill')
  await setPassword.connect()
  // PgDog has one password for a user of all servers.
  await setPassword.query(`alter role current_user password ${setPassword.escapeLiteral(password)}`)
  await setPassword.end()
  b.password = main.password
  const read = (name: string) => readFile(new URL(name, CONFIGURATION), 'utf8')
  const databases = (await read('pgdog.toml'))
    .replace('port = 6432', `port = ${options.port}`)
    .replace('host = "db1"\nport = 5432', `host = "127.0.0.1"\nport = ${main.port}`)
    .replace('host = "db4"\nport = 5432', `host = "127.0.0.1"\nport = ${b.port}`)
    .replaceAll('database_name = "parley"', `database_name = "${main.pathname.slice(1)}"`)
  const users = (await read('users.toml'))
    .replace('name = "parley"', `name = "${main.username}"`)
    .replace('change-me', password)
  const [configPath, usersPath] = [join(folder, 'pgdog.toml'), join(folder, 'users.toml')]
  await writeFile(configPath, databases)
  await writeFile(usersPath, users, { mode: 0o600 })
  const pgdog = spawn(program, ['--config', configPath, '--users', usersPath], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => pgdog.once('exit', () => resolve()))
  options.stack.defer(async () => {
    pgdog.kill()
    await exited
  })
  const url = new URL(main.href)
  url.port = String(options.port)
  url.pathname = '/parley'
  await waitFor(() => answers(url.href), { timeoutMs: 30_000, what: 'PgDog to answer' })
  return url.href
}

async function answers(url: string): Promise<boolean> {
  const client = createClient(url, 'parley drill')
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Creates a workspace on a shard and returns a key of it. */
async function createWorkspaceOn(shard: string, env: ProgramEnv): Promise<string> {
  const run = <T>(command: string) => runJson<T>(command.split(' '), env)
  const { workspace } = await run<{ workspace: { slug: string } }>(
    `workspaces create --name shop-${shard} --shard ${shard}`,
  )
  const { api_key } = await run<{ api_key: { secret: string } }>(
    `keys create --workspace ${workspace.slug} --name till --scopes * --rate-limit off`,
  )
  return api_key.secret
}

/** Lists the names of the contacts on a server. */
async function listNames(url: string): Promise<string[]> {
  const client = createClient(url, 'parley drill')
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select distinct name from people')
  await client.end()
  return rows.map((row) => row.name)
}
