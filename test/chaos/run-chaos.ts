import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { killInTurn } from '../crash/kill-in-turn.ts'
import { createDatabasePart, createProcessPart } from '../crash/part.ts'
import type { Part } from '../crash/part.ts'
import { createPatientClient } from '../crash/patient-client.ts'
import type { PatientClient } from '../crash/patient-client.ts'
import { createRandom } from '../crash/random.ts'
import { untilUp } from '../crash/until-up.ts'
import { startPlatform, setUpWorkspace, whatsappEnv } from '../outside.ts'
import { findPorts, nodeCommand, startProgram } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { openOnPhones, PER_SECOND, receive, runChaosLoad } from './chaos-load.ts'
import type { ChaosTools } from './chaos-load.ts'
import { compareInbound } from './compare-inbound.ts'
import { compareOutbound } from './compare-outbound.ts'
import { createCustomers } from './customer.ts'
import { readParley } from './read-parley.ts'
import { readPlatform } from './read-platform.ts'

/**
 * Options of a run: `messages` in total, half in each direction. `victims`: the parts to kill, by default ingest and
 * both workers. `log` receives one line at a time.
 */
type ChaosOptions = {
  messages: number
  seed: number
  victims?: string[]
  log: (line: string) => void
}

/** The result of a run. A run without problems has passed. */
export type ChaosReport = {
  problems: string[]
  /** Totals of both sides, and of the failures that chaos caused. */
  counts: Record<string, number>
  /** Messages that the platform received more than once, by reason. */
  repeats: Record<string, number>
}

/** The failures at the platform: everything the simulator offers. */
const CHAOS = [
  'duplicate=0.1',
  'restate=0.05',
  'reorder=0.1',
  'delay=0.1',
  'drop=0.1',
  'batch=0.3',
  'status_before_response=0.05',
  'webhook_during_response=0.05',
  'response_lost=0.03',
  'response_timeout=0.02',
  'transient_error=0.03',
  'response_timeout_ms=2000',
].join()

/** Messages to one customer: fewer than the platform's burst limit. */
const PER_CUSTOMER = 25
/** Seconds between kills; a killed worker costs its lanes a lease of 15 s. */
const KILL_EVERY_SECONDS = 4
/** Maximum time without progress: longer than an attempt without a response. */
const STILL_MS = 150_000

/**
 * Sends messages both ways through the simulator at full chaos while ingest and workers are killed, then compares
 * everything.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { log, messages, seed } = options
  const random = createRandom(seed)
  const problems: string[] = []
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'parley-chaos-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const [apiUrl, ingestUrl, simulatorUrl] = [port, ingestPort, simulatorPort].map(
    (each) => `http://127.0.0.1:${each}`,
  ) as [string, string, string]
  const database = await createDatabasePart(join(root, 'data'))
  stack.defer(() => database.stop())
  const env = {
    ...whatsappEnv,
    DATABASE_URL: database.url,
    DATA_DIR: join(root, 'files'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `${simulatorUrl}/v25.0`,
    LOG_LEVEL: 'error',
  }
  const workspace = await setUpWorkspace(env)
  const platform = await startPlatform(
    { port: simulatorPort, ingestUrl },
    { SIMULATOR_CHAOS: CHAOS, SIMULATOR_SEED: String(seed), LOG_LEVEL: 'silent' },
  )
  stack.defer(async () => void (await platform.end()))

  const parts: Part[] = []
  for (const name of ['api', 'ingest', 'worker', 'worker 2']) {
    const command = nodeCommand('server/main.ts', 'start', '--only', name.split(' ')[0]!, '--json')
    const part = createProcessPart(
      name,
      () => startProgram(command, env),
      (what) => problems.push(what),
    )
    stack.defer(part.stop)
    await part.start()
    parts.push(part)
  }
  const { victims: names = ['ingest', 'worker', 'worker 2'] } = options
  const victims = parts.filter(({ name }) => names.includes(name))
  await untilUp(apiUrl, ingestUrl)

  const tools: ChaosTools = {
    api: createCall(apiUrl, { authorization: `Bearer ${workspace.key}` }),
    simulator: createCall(simulatorUrl),
    phoneNumberId: workspace.phoneNumberId,
    customers: createCustomers(Math.max(16, Math.ceil(messages / 2 / PER_CUSTOMER))),
    random,
    problems,
  }
  await openChats(tools)
  const perWay = Math.ceil(messages / 2)
  const seconds = perWay / PER_SECOND
  const rounds = Math.max(victims.length, Math.round(seconds / KILL_EVERY_SECONDS))
  const loading = runChaosLoad(tools, perWay)
  loading.catch(() => undefined)
  await killInTurn(
    victims,
    { rounds, seconds, isRandom: rounds > victims.length, log },
    createRandom(seed + 1),
  )
  const accepted = await loading
  log(`All parts are up after ${rounds} kills and all was said.`)
  const tellWords = () => {
    if (problems.length === 0) return
    for (const { name, words } of parts) if (words?.()) log(`${name}: ${words()}`)
  }
  tellWords()
  const db = createPatientClient(database.url)
  for (const what of ['what was said', 'what was read']) {
    const drainedIn = await drain(db, tools.simulator)
    if (drainedIn === undefined) problems.push(`${what} did not come to its end`)
    else log(`${what} came to its end in ${drainedIn} s.`)
    if (what === 'what was said') await openOnPhones(tools)
  }

  const [chats, told] = [await readParley(tools.api), await readPlatform(tools.simulator)]
  const outbound = await compareOutbound(accepted, told, chats)
  problems.push(
    ...outbound.problems,
    ...compareInbound(tools.customers, told.received, chats, outbound.repeated),
  )
  tellWords()
  const counts = {
    ...(await tools.simulator('GET /sim/ledger')).body.totals,
    'messages shown': chats.reduce((sum, chat) => sum + chat.messages.length, 0),
    'statuses shown': chats.reduce(
      (sum, chat) => sum + chat.messages.reduce((all, each) => all + each.statuses.size, 0),
      0,
    ),
    ...Object.fromEntries(victims.map((part) => [`kills of ${part.name}`, part.kills.length])),
  }
  return { problems, counts, repeats: outbound.repeats }
}

/** Makes every customer write once, so that there is a conversation to send to. */
async function openChats(tools: ChaosTools): Promise<void> {
  const { api, customers } = tools
  await Promise.all(customers.map((customer) => receive(tools, customer)))
  const left = new Map(customers.map((each) => [`${each.id} says 0`, each]))
  await waitFor(
    async () => {
      for (let cursor = ''; ;) {
        const { body } = await api(`GET /api/v1/chats?limit=100${cursor}`)
        for (const chat of body.data) {
          const customer = left.get(chat.last_message?.text)
          if (customer) customer.chatId = chat.id
          left.delete(chat.last_message?.text)
        }
        if (body.next_cursor === null) return left.size === 0
        cursor = `&cursor=${body.next_cursor}`
      }
    },
    { timeoutMs: 60_000, what: 'the chats with all customers' },
  )
}

/** Waits until both queues are empty, twice in a row; returns the seconds it took. */
async function drain(db: PatientClient, simulator: Call): Promise<number | undefined> {
  const startedAt = performance.now()
  let [least, leastAt, isStill] = [Infinity, startedAt, false]
  while (performance.now() - leastAt < STILL_MS) {
    const { rows } = await db.query<{ left: string }>(
      `select (select count(*) from messages where status = 'queued')
        + (select count(*) from inbound_payloads where status = 'pending') as left`,
    )
    const { body } = await simulator('GET /sim/webhooks?limit=1')
    const left = Number(rows[0]!.left) + body.pending
    if (left === 0 && isStill) return Math.round((performance.now() - startedAt) / 1000)
    isStill = left === 0
    if (left < least) [least, leastAt] = [left, performance.now()]
    await delay(300)
  }
  return undefined
}
