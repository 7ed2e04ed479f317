/**
 * Stops, freezes and slows each of two PostgreSQL servers in turn, under load, and checks that workspaces of the other one are
 * answered: `node test/drill/two-servers.ts`. `--seconds` is the time of each fault, `--only` a word of the
 * set-ups to try, and `--fault` one of the faults, such as `main frozen`.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { findPgBouncer, startPgBouncer } from '../acceptance/pgbouncer.ts'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { testPhone } from '../factories.ts'
import { ADMIN, sign, signInAs, textPayload, whatsappEnv } from '../outside.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { waitFor } from '../wait-for.ts'
import { freeze, startReplicatedDatabase } from './replicated-database.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    fault: { type: 'string', default: '' },
  },
})
const FAULT_MS = Number(options.seconds) * 1_000
/** The load begins before the fault and goes on after it. */
const AROUND_MS = 2_000
const EVERY_MS = 250
/** How much later each answer of a slow server arrives. */
const SLOW_MS = 800
/** The longest time until a request of the faulty server is answered. */
const ANSWER_MS = 8_000

const SHARDS = ['main', 'b'] as const
type Shard = (typeof SHARDS)[number]
type Setup = { name: string; hasPooler: boolean; hasReplica: boolean }
type Answer = { shard: Shard; status: number; ms: number; request: string }
/** Begins a fault. The returned function ends it. */
type Fault = () => Promise<() => void | Promise<void>>

const SETUPS: Setup[] = [
  { name: 'alone', hasPooler: false, hasReplica: false },
  { name: 'replica', hasPooler: false, hasReplica: true },
  { name: 'PgBouncer, replica', hasPooler: true, hasReplica: true },
]

const failures: string[] = []
say('| Set-up | Server | Fault | Other server: 2xx | slowest | Own: 2xx | 503 | others | slowest |')
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const setup of SETUPS) if (setup.name.includes(options.only)) await tryFaults(setup)
for (const failure of failures) say(`FAIL  ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function tryFaults(setup: Setup): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const { env, faults } = await startServers(setup, stack)
  const [port, ingestPort] = await findPorts(2)
  const url = `http://127.0.0.1:${port}`
  const ports = { PORT: String(port), INGEST_PORT: String(ingestPort) }
  const workspaces = []
  for (const shard of SHARDS) workspaces.push(await createWorkspaceOn(shard, env))
  const server = await startServer({ ...env, ...ports }, ['--only', 'api,ingest,worker', '--json'])
  stack.defer(async () => void (await server.end()))
  const ingest = createCall(`http://127.0.0.1:${ingestPort}`, {})
  const clients = []
  for (const each of workspaces)
    clients.push({
      ...each,
      api: createCall(url, { authorization: `Bearer ${each.key}` }),
      member: await signInAs(url, each.user),
      ingest,
    })
  for (const { shard, name, begin } of faults) {
    if (!`${shard} ${name}`.includes(options.fault)) continue
    const answers: Answer[] = []
    const loading = new AbortController()
    const load = Promise.all(clients.map((client) => send(client, answers, loading.signal)))
    await pause(AROUND_MS)
    const end = await begin()
    await pause(FAULT_MS)
    await end()
    await pause(AROUND_MS)
    loading.abort()
    await load
    judge(setup, { shard, name }, answers)
    for (const { api } of clients)
      await waitFor(async () => (await createContact(api)).status === 201, { timeoutMs: 60_000 })
  }
}

type Client = Awaited<ReturnType<typeof createWorkspaceOn>> & {
  api: Call
  member: Call
  ingest: Call
}

/** Sends requests of each kind at a fixed pace, whether earlier ones are answered or not, and waits for all answers. */
async function send(client: Client, answers: Answer[], signal: AbortSignal): Promise<void> {
  const { shard, api, member, ingest, phoneNumberId } = client
  const pending: Promise<unknown>[] = []
  const time = async (request: string, calling: ReturnType<Call>) => {
    const startedAt = performance.now()
    const { status } = await calling
    answers.push({ shard, status, ms: performance.now() - startedAt, request })
  }
  while (!signal.aborted) {
    const message = { id: `wamid.${crypto.randomUUID()}`, from: testPhone().slice(1), name: 'Ela' }
    const payload = textPayload(phoneNumberId, [{ ...message, text: 'Hello' }])
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(payload) }
    pending.push(
      time('write', createContact(api)),
      time('read', api('GET /api/v1/contacts?limit=5')),
      time('session', member('GET /api/v1/chats?limit=5')),
      time('payload', ingest('POST /webhook/whatsapp', { body: payload, headers })),
    )
    await pause(EVERY_MS)
  }
  await Promise.all(pending)
}

function createContact(api: Call): ReturnType<Call> {
  return api('POST /api/v1/contacts', { body: { name: 'Ela' } })
}

/** Prints a line of the table, and notes what must not be. */
function judge(setup: Setup, fault: { shard: Shard; name: string }, answers: Answer[]): void {
  const own = answers.filter(({ shard }) => shard === fault.shard)
  const others = answers.filter(({ shard }) => shard !== fault.shard)
  const isGood = ({ status }: Answer) => status >= 200 && status < 300
  const count = (list: Answer[], is: (answer: Answer) => boolean) => list.filter(is).length
  const slowest = (list: Answer[]) =>
    `${(Math.max(...list.map(({ ms }) => ms)) / 1000).toFixed(1)} s`
  const odd = own.filter((each) => !isGood(each) && each.status !== 503)
  say(
    `| ${setup.name} | ${fault.shard} | ${fault.name} | ${count(others, isGood)} of ${others.length} | ${slowest(others)} | ${count(own, isGood)} | ${count(own, ({ status }) => status === 503)} | ${odd.length} | ${slowest(own)} |`,
  )
  // Without a replica, nothing can say to which server a request belongs.
  const isExcused = fault.shard === 'main' && !setup.hasReplica && fault.name !== 'slow'
  const where = `${setup.name}, ${fault.shard} ${fault.name}`
  const refused = others.filter((each) => !isGood(each))
  const describe = (list: Answer[]) =>
    [...new Set(list.map(({ request, status }) => `${request} ${status}`))].join(', ')
  if (refused.length > 0 && !isExcused)
    failures.push(`${where}: requests of the other server failed: ${describe(refused)}`)
  if (odd.length > 0) failures.push(`${where}: own requests were answered ${describe(odd)}`)
  const late = own.filter(({ ms }) => ms > ANSWER_MS)
  if (late.length > 0)
    failures.push(`${where}: own requests took up to ${slowest(late)}: ${describe(late)}`)
}

/** Starts both servers, and a proxy before each that slows its answers. */
async function startServers(setup: Setup, stack: AsyncDisposableStack) {
  const folder = await openTempDir()
  const log = () => undefined
  const base: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(folder, 'unused'),
    SECRET_KEY: '07'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  }
  const main = await startReplicatedDatabase(
    join(folder, 'main'),
    async (url) => void (await runJson(['migrate'], { ...base, DATABASE_URL: url })),
    { isSynchronous: false },
  )
  stack.defer(() => main.stop())
  const startB = (port?: number) =>
    startEmbedded({ dataDir: join(folder, 'b'), log, ...(port !== undefined && { port }) })
  let b = await startB()
  stack.defer(() => b.stop())
  const open = async (server: string) => {
    const proxy = await startTcpProxy(new URL(server))
    stack.defer(() => proxy.close())
    if (!setup.hasPooler) return { proxy, url: proxy.url }
    const installed = findPgBouncer()
    assert.ok(installed, 'PgBouncer is not installed')
    const pooler = await startPgBouncer(installed, proxy.url)
    stack.defer(() => pooler.close())
    return { proxy, url: pooler.url }
  }
  const [mainWay, bWay] = [await open(main.primaryUrl), await open(b.url)]
  const slow =
    ({ proxy }: typeof mainWay): Fault =>
    async () => {
      proxy.slow(SLOW_MS)
      return () => proxy.slow(0)
    }
  const stopB: Fault = async () => {
    const { port } = b
    await b.stop()
    return async () => void (b = await startB(port))
  }
  const faults: { shard: Shard; name: string; begin: Fault }[] = [
    { shard: 'b', name: 'stopped', begin: stopB },
    { shard: 'b', name: 'frozen', begin: async () => freeze(b.pid) },
    { shard: 'b', name: 'slow', begin: slow(bWay) },
    { shard: 'main', name: 'stopped', begin: () => main.stopPrimary() },
    { shard: 'main', name: 'frozen', begin: async () => main.freeze() },
    { shard: 'main', name: 'slow', begin: slow(mainWay) },
  ]
  return {
    faults,
    env: {
      ...base,
      DATABASE_URL: mainWay.url,
      DATABASE_SHARD_URLS: `b=${bWay.url}`,
      ...(setup.hasReplica && { DATABASE_REPLICA_URLS: main.replicaUrl }),
      ...(setup.hasPooler && {
        DATABASE_DIRECT_URL: `${mainWay.proxy.url} b=${bWay.proxy.url}`,
      }),
    },
  }
}

/** Creates a workspace on a shard with a key, an admin and a channel. */
async function createWorkspaceOn(shard: Shard, env: ProgramEnv) {
  const run = <T>(command: string) => runJson<T>(command.split(' '), env)
  const { workspace } = await run<{ workspace: { slug: string } }>(
    `workspaces create --name shop-${shard} --shard ${shard}`,
  )
  const on = `--workspace ${workspace.slug}`
  const user = { ...ADMIN, email: `admin@${shard}.example` }
  const phoneNumberId = shard === 'main' ? '100200300400' : '100200300401'
  const number = `--phone-number-id ${phoneNumberId} --display-phone +918055501234`
  const { api_key } = await run<{ api_key: { secret: string } }>(
    `keys create ${on} --name till --scopes * --rate-limit off`,
  )
  await run(`users create ${on} --email ${user.email} --password ${user.password} --role admin`)
  await run(`channels create ${on} --type whatsapp ${number} --access-token sim_drill`)
  return { shard, key: api_key.secret, user, phoneNumberId }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
