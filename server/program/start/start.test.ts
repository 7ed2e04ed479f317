import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findPorts, openTempDir, runCommand, startServer } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'

/** The program chooses free ports, which another program may take before it listens. */
const freePorts = { PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0' }
const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String)
const ownPorts = { PORT: port!, INGEST_PORT: ingestPort!, SIMULATOR_PORT: simulatorPort! }
const secretKey = '5e'.repeat(32)

/** A program on a port of the machine that is not Parley. */
async function holdPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

function urlsOf(text: string) {
  const line = text.split('\n').find((each) => each.includes('"ready":true'))
  return JSON.parse(line!).urls as { api: string; ingest: string; simulator: string }
}

describe('the first start', () => {
  test('prints the secrets once, works as printed, stops in order and starts again', async () => {
    const dataDir = join(await openTempDir(), 'data')
    const env = { DATA_DIR: dataDir, ...ownPorts }
    const first = await startServer(env, ['--demo'])
    const [key] = /sk_live_\w+/.exec(first.stdout())!
    const [, api] = /API {2,}(http:\S+)/.exec(first.stdout())!
    const [, email] = /Admin +(\S+)/.exec(first.stdout())!
    const [, password] = /Password +(\S+)/.exec(first.stdout())!
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })

    const authorization = `Bearer ${key}`
    const chats = await fetch(`${api}/api/v1/chats?limit=100`, { headers: { authorization } })
    const { data } = (await chats.json()) as { data: { last_message: { text: string } | null }[] }
    assert.equal(data.length, 9)
    assert.ok(data.every((chat) => chat.last_message))
    const tickets = await fetch(`${api}/api/v1/tickets`, { headers: { authorization } })
    assert.equal(((await tickets.json()) as { data: unknown[] }).data.length, 4)
    assert.equal((await post('/api/auth/sign-in/email', { email, password })).status, 200)
    const [, inbound] = /-d '(.+)' (?=http)/.exec(first.stdout())!
    const [simulator] = /http:\S+(?=\/sim\/inbound)/.exec(first.stdout())!
    const played = await fetch(`${simulator}/sim/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: inbound!,
    })
    assert.equal(((await played.json()) as { delivered: boolean }).delivered, true)

    for (const name of ['secret-key', 'whatsapp-app-secret', 'whatsapp-verify-token'])
      assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600)
    const isRoot = process.geteuid?.() === 0
    assert.equal(statSync(dataDir).mode & 0o777, isRoot ? 0o711 : 0o700)
    for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
      const { mode } = statSync(join(dataDir, entry.name))
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name)
    }
    assert.equal(readdirSync(dataDir).filter((name) => /\.\d+$/.test(name)).length, 0)

    // Without --demo, the folder goes on as a demo.
    const again = await runCommand(['start'], env)
    assert.equal(again.code, 1)
    assert.match(
      again.stderr,
      new RegExp(`^The data directory .* is in use by process ${first.pid} .*\\n$`),
    )
    const beside = await runCommand(['workspaces', 'create', '--name', 'Beside', '--json'], env)
    assert.equal(JSON.parse(beside.stdout).workspace.slug, 'beside')
    const address = await runCommand(['database-url'], env)
    assert.match(address.stdout, /^postgres:\/\/\S+\n$/)

    // One Ctrl-C through npm sends two signals.
    process.kill(first.pid, 'SIGINT')
    assert.equal((await first.end('SIGINT')).code, 0)

    const second = await startServer(env, [])
    assert.doesNotMatch(second.stdout(), /sk_live_|Password/)
    assert.ok(!second.stdout().includes(password!))
    await second.end('SIGKILL')
    const third = await startServer(env, ['--json'])
    const { api: url } = urlsOf(third.stdout())
    assert.equal((await fetch(`${url}/api/v1/chats`, { headers: { authorization } })).status, 200)
    assert.equal((await third.end()).code, 0)
  })

  test('runs only the named parts', async () => {
    const env = { DATA_DIR: await openTempDir(), ...freePorts }
    const simulator = await startServer(env, ['--only', 'simulator', '--json'])
    assert.deepEqual(Object.keys(urlsOf(simulator.stdout())), ['simulator'])
    const api = await startServer({ ...env, DEMO: 'false' }, ['--only', 'api,worker', '--json'])
    const urls = urlsOf(api.stdout())
    assert.deepEqual(Object.keys(urls), ['api'])
    assert.equal((await fetch(`${urls.api}/health/ready`)).status, 200)
    for (const { code } of await Promise.all([simulator.end(), api.end()])) assert.equal(code, 0)
  })

  test('restarts a killed simulator', async () => {
    const env = { DATA_DIR: await openTempDir(), ...ownPorts, DEMO: 'true' }
    const server = await startServer(env, ['--json', '--only', 'api,simulator'])
    const { simulator } = urlsOf(server.stdout())
    const pid = await waitFor(() => secondOf(server.pid))
    process.kill(pid, 'SIGKILL')
    await waitFor(() => /the simulator stopped/.test(server.stderr()))
    await waitFor(async () => (await fetch(`${simulator}/health/live`).catch(() => null))?.ok)
    const newPid = await waitFor(() => secondOf(server.pid))
    assert.notEqual(newPid, pid)
    assert.equal((await server.end()).code, 0)
    assert.throws(() => process.kill(newPid, 0))
  })

  test('runs the worker in a process that returns when it is killed, and that ends with the first one', async () => {
    const [metricsPort] = await findPorts(1)
    const env = {
      DATA_DIR: await openTempDir(),
      ...ownPorts,
      METRICS_PORT: String(metricsPort),
      DEMO: 'true',
    }
    const server = await startServer(env, ['--json'])
    const { api, simulator } = urlsOf(server.stdout())
    const readReady = async () => {
      const ready = await fetch(`${api}/health/ready`)
      const { check } = (await ready.json()) as { check?: string }
      return { status: ready.status, check }
    }
    /** How many payloads both processes have stored and processed since the start. */
    const countPayloads = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return ['stored', 'processed'].map((result) =>
        Number(new RegExp(`payloads_total{.*"${result}"} (\\d+)`).exec(metrics)?.[1] ?? 0),
      )
    }
    const write = async () => {
      const { delivered } = (await (
        await fetch(`${simulator}/sim/inbound`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...DEMO_CUSTOMER, text: 'Is my order on its way?' }),
        })
      ).json()) as { delivered: boolean }
      assert.ok(delivered)
    }
    const areProcessed = async (count: number) => {
      const counts = await countPayloads()
      return counts.every((each) => each >= count) ? counts : undefined
    }
    await write()
    const [stored] = await waitFor(() => areProcessed(1))

    // Each start takes longer to come, so that the health is asked meanwhile.
    await waitFor(async () => {
      const pid = await secondOf(server.pid)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      const { status, check } = await readReady()
      return status === 503 && check === 'lanes'
    })
    assert.ok(
      (await countPayloads()).every((each) => each >= 1),
      'a count became less',
    )
    await waitFor(async () => (await readReady()).status === 200)
    await write()
    await waitFor(() => areProcessed(stored! + 1))

    const pid = await waitFor(() => secondOf(server.pid))
    await server.end('SIGKILL')
    await waitFor(() => hasEnded(pid))
    const again = await startServer(env, ['--json'])
    const newPid = await waitFor(() => secondOf(again.pid))
    // A supervisor may signal every process: the second one works until the first one stops it.
    process.kill(newPid, 'SIGTERM')
    await write()
    assert.equal((await again.end()).code, 0)
    assert.ok(hasEnded(newPid))
    assert.doesNotMatch(again.stderr(), /the worker stopped/)
  })
})

const DEMO_CUSTOMER = {
  from: '+919876543210',
  name: 'Meera Nair',
  phone_number_id: '100000000000001',
}

/** Returns the pid of the second process started by `parent`. */
async function secondOf(parent: number): Promise<number | undefined> {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n')
  const row = rows
    .map((each) => each.trim().split(/\s+/))
    .find(
      ([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes('second-process'),
    )
  return row && Number(row[0])
}

/** Returns whether a process has ended, also if nobody has asked for its exit. */
function hasEnded(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^(Z|$)/.test(stdout.trim())
}

describe('a start that cannot succeed', () => {
  test('lists every mistake in the environment, one per line', async () => {
    const ran = await runCommand(['start'], { PORT: 'http', LOG_LEVEL: 'loud', DEMO: 'yes' })
    assert.equal(ran.code, 1)
    const lines = ran.stderr.trimEnd().split('\n')
    assert.equal(lines.length, 3)
    for (const name of ['PORT', 'LOG_LEVEL', 'DEMO'])
      assert.ok(lines.some((line) => line.startsWith(`${name} must be`)))
  })

  test('names the port in use and its variable, or the host that is none, before anything is created', async () => {
    const port = await holdPort()
    const env = { DATA_DIR: await openTempDir(), ...freePorts }
    for (const name of ['PORT', 'INGEST_PORT', 'SIMULATOR_PORT']) {
      const ran = await runCommand(['start', '--demo'], { ...env, [name]: port })
      assert.equal(ran.code, 1)
      assert.match(ran.stderr, new RegExp(`^Port ${port} [^\\n]*${name}[^\\n]*\\n$`))
    }
    assert.deepEqual(readdirSync(env.DATA_DIR), [], 'a database is there')
    const nowhere = await runCommand(['start'], { ...env, HOST: 'nowhere.invalid' })
    assert.equal(nowhere.stderr, 'Port 0 (PORT) is not available on nowhere.invalid (HOST).\n')
  })

  test('names the database that cannot be reached and the reason, without the password', async () => {
    const ran = await runCommand(['start'], {
      DATABASE_URL: 'postgres://parley:hush@127.0.0.1:1/parley',
      SECRET_KEY: secretKey,
    })
    assert.equal(ran.code, 1)
    assert.equal(
      ran.stderr,
      'The database at 127.0.0.1:1 (DATABASE_URL) cannot be used: no server listens on this address.\n',
    )
    const url = new URL(process.env['TEST_DATABASE_URL']!)
    url.pathname = '/missing'
    const missing = await runCommand(['migrate'], { DATABASE_URL: url.href, SECRET_KEY: secretKey })
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /the server has no database "missing"\.\n$/)
    assert.ok(!missing.stderr.includes(url.password))
  })

  test('refuses a demo that other machines could reach, unless DEMO allows it', async () => {
    const env = { DATA_DIR: await openTempDir(), ...ownPorts, HOST: '0.0.0.0' }
    const refused = await runCommand(['start', '--demo'], env)
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^With HOST=0\.0\.0\.0, other machines could reach the demo[^\n]*\n$/,
    )
    const none = await startServer(env, [])
    assert.match(none.stdout(), /There is no workspace yet\. Create one and its admin:/)
    assert.doesNotMatch(none.stdout(), /Simulator|sk_live_/)
    assert.equal((await none.end()).code, 0)
  })

  test('rejects a data directory whose secret key is missing', async () => {
    const { mkdir } = await import('node:fs/promises')
    const dataDir = await openTempDir()
    await mkdir(join(dataDir, 'postgres'))
    const ran = await runCommand(['start'], { DATA_DIR: dataDir, ...freePorts })
    assert.equal(ran.code, 1)
    assert.match(ran.stderr, /secret-key is missing/)
  })
})
