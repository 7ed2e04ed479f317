import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import {
  startPlatform,
  setUpWorkspace,
  sign,
  signInAdmin,
  textPayload,
  whatsappEnv,
} from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts, nodeCommand, runJson, startProgram } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import type { Repeats } from './explain-repeats.ts'
import { killInTurn } from './kill-in-turn.ts'
import { demandKills, demandWork, WORK_PER_ROUND } from './demand.ts'
import { createLedger } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { createDatabasePart, createProcessPart, createSessionPart } from './part.ts'
import type { Part } from './part.ts'
import { createPatientClient } from './patient-client.ts'
import type { PatientClient } from './patient-client.ts'
import { startPlatformRecorder } from './platform-recorder.ts'
import { createRandom } from './random.ts'
import { readPayloads } from './read-payloads.ts'
import { registerReceivers, verifyRepeats } from './receivers.ts'
import { untilUp } from './until-up.ts'
import { verify } from './verify.ts'
import type { CrashOptions } from './crash-options.ts'

/** The result of a run, which passed without problems. */
export type CrashReport = Pick<Ledger, 'problems' | 'counts' | 'entries'> & {
  kills: Record<string, number>
  repeats: Repeats
}

const NAME_SENDER = join(import.meta.dirname, 'name-sender.ts')

/** Maximum time until the answers of a round arrived, also on a busy machine. */
const WORK_MS = 120_000

/** Killed workers leave lanes leased for much of the time: they keep up with this load. */
const WORKERS_PATIENCE = 6

/** The processes of a run by their names, for each choice of victims, and the part of the product that each runs: without one, all. */
const PROCESSES: Record<
  NonNullable<CrashOptions['victims']>,
  Record<string, string | undefined>
> = {
  all: { worker: 'worker', api: 'api', ingest: 'ingest' },
  workers: { worker: 'worker', 'worker 2': 'worker', api: 'api', ingest: 'ingest' },
  instances: { instance: undefined, 'instance 2': undefined },
}

/** Maximum time without progress of the backlog once everything runs: longer than a lease or the pause of a retry. */
const STILL_MS = 120_000
/** The same for a planted loss, whose lost work never ends: wait only until that is clear. */
const STILL_PLANTED_MS = 15_000

/** Interval between log lines about the rest. */
const TELL_MS = 15_000

/** Runs a load against real processes while they are killed, lets them finish, and verifies every promise. */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const { log } = options
  const random = createRandom(options.seed)
  const ledger = createLedger()
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'parley-crash-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const { victims = 'all' } = options
  const ports = (await findPorts(5)).map(String) as [string, string, string, string, string]
  const [port, ingestPort, simulatorPort, secondPort, secondIngestPort] = ports
  const urls = (...each: string[]) => each.map((one) => `http://127.0.0.1:${one}`)
  const areTwo = victims === 'instances'
  const apiUrls = urls(port, ...(areTwo ? [secondPort] : []))
  const ingestUrls = urls(ingestPort, ...(areTwo ? [secondIngestPort] : []))
  const [apiUrl, ingestUrl] = [apiUrls[0]!, ingestUrls[0]!]

  const database = await createDatabasePart(join(root, 'data'), settingsOf(options))
  stack.defer(() => database.stop())
  const shard = options.isSharded && (await createDatabasePart(join(root, 'shard')))
  if (shard) stack.defer(() => shard.stop())
  const platform = await startPlatformRecorder(`http://127.0.0.1:${simulatorPort}`)
  stack.defer(platform.close)
  const env = {
    ...whatsappEnv,
    DATABASE_URL: database.url,
    ...(shard && { DATABASE_SHARD_URLS: `b=${shard.url}` }),
    DATA_DIR: join(root, 'unused'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `${platform.url}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOG_LEVEL: 'error',
  }
  // The first workspace lies beside the directory, the next one on the other shard.
  if (shard) await runJson(['workspaces', 'create', '--name', 'Other'], env)
  const workspace = await setUpWorkspace(env)
  const simulator = await startPlatform({ port: simulatorPort, ingestUrl }, { LOG_LEVEL: 'silent' })
  stack.defer(async () => void (await simulator.end()))
  const pending = countPending(createCall(`http://127.0.0.1:${simulatorPort}`))

  const parts: Part[] = [database, createSessionPart(database, random)]
  if (shard) parts.push({ ...shard, name: 'shard' })
  const isRandom = victims !== 'all'
  for (const [name, only] of Object.entries(PROCESSES[victims])) {
    const chosen = only ? ['--only', only] : []
    const [node, ...args] = nodeCommand('server/main.ts', 'start', ...chosen)
    const command: [string, ...string[]] = [node, '--import', NAME_SENDER, ...args, '--json']
    const isSecond = areTwo && name.endsWith('2')
    const own = isSecond ? { ...env, PORT: secondPort, INGEST_PORT: secondIngestPort } : env
    const part = createProcessPart(
      name,
      () => startProgram(command, own),
      (what) => ledger.problems.push(what),
    )
    stack.defer(part.stop)
    await part.start()
    parts.unshift(part)
  }
  await untilUp(...apiUrls, ...ingestUrls)

  const api = createCall(apiUrl, { authorization: `Bearer ${workspace.key}` })
  const receivers = await registerReceivers(await signInAdmin(apiUrl), options, random)
  for (const { receiver } of receivers) stack.defer(() => receiver.close())
  const chats = options.seconds < 60 ? 12 : 96
  const known = await openChats(api, ingestUrl, workspace, chats)
  const db = createPatientClient((shard || database).url)
  // The customers of this load receive far more messages than the platform would allow.
  await db.query(`/* across workspaces: there is one */
    update channels set send_rate = 1000, send_pair_burst = 1000000`)
  // A planted loss must concern the load, not the workspace that it uses.
  if (options.plant) await createPatientClient(database.adminUrl).query('checkpoint')
  const load = startLoad({ ...workspace, ...known, apiUrls, ingestUrls }, ledger, random, {
    patience: isRandom ? WORKERS_PATIENCE : 1,
  })
  // The first failure is the one to report.
  stack.defer(() => load.stop().catch(() => undefined))
  const killed = isRandom ? parts.filter(({ name }) => /^(worker|instance)/.test(name)) : parts
  const answered = () => ledger.entries.filter(({ state }) => state === 'promised').length
  let answeredBefore = 0
  const untilWorked = async (round: number) => {
    await waitFor(() => answered() >= answeredBefore + WORK_PER_ROUND, {
      timeoutMs: WORK_MS,
      what: `${WORK_PER_ROUND} answers in round ${round}`,
    })
    answeredBefore = answered()
  }
  await killInTurn(killed, { ...options, isRandom, untilWorked }, random)
  await untilUp(...apiUrls, ...ingestUrls)
  await load.stop()
  log(
    `All parts are up after ${options.rounds} kills; waiting for ${ledger.entries.length} works to end.`,
  )

  const stillMs = options.plant ? STILL_PLANTED_MS : STILL_MS
  const drainedIn = await drain(db, pending, stillMs, log)
  if (drainedIn === undefined) {
    log(`Nothing has ended for ${stillMs / 1000} s, and not all has:`)
    await logLanes(db, log)
    for (const { name, words } of parts) if (words) log(`  ${name}: ${words()}`)
  } else log(`All ended after ${drainedIn} s.`)
  const { workspaceId } = workspace
  const all = parts.flatMap((part) => part.kills)
  ledger.problems.push(
    ...demandWork(ledger.entries, options.rounds),
    ...demandKills(killed, options.rounds, isRandom),
  )
  const payloads = await readPayloads(db)
  const { acceptances } = platform
  await verify(ledger, { db, workspaceId, api, receivers, acceptances, payloads, kills: all })
  const repeats = await verifyRepeats(db, workspaceId, receivers, all)
  ledger.problems.push(...repeats.problems)
  const kills = Object.fromEntries(parts.map((part) => [part.name, part.kills.length]))
  return { ...ledger, kills, repeats }
}

/**
 * Returns the settings of PostgreSQL. The planted fault answers commits before they are written: PostgreSQL keeps them
 * in its memory for up to ten seconds, so a hard kill loses them. Source: PostgreSQL documentation, "Asynchronous
 * Commit".
 */
function settingsOf({ plant }: CrashOptions): Record<string, string> {
  if (plant === undefined) return {}
  return {
    synchronous_commit: 'off',
    wal_writer_delay: '10s',
    wal_writer_flush_after: '1GB',
    wal_buffers: '256MB',
    bgwriter_lru_maxpages: '0',
  }
}

/** Creates conversations and contacts for the load: so many that the per-customer rate does not limit it. */
export async function openChats(
  api: Call,
  ingestUrl: string,
  workspace: OutsideWorkspace,
  count: number,
): Promise<{ chatIds: string[]; personIds: string[] }> {
  const first = randomInt(1_000, 9_000)
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `wamid.opening.${index}`,
    // None ends in four digits that the simulator refuses, such as 1000.
    from: `9180000${first + index}77`,
    name: `Customer ${index}`,
    text: 'Hello',
  }))
  const body = textPayload(workspace.phoneNumberId, messages)
  await createCall(ingestUrl)('POST /webhook/whatsapp', {
    body,
    headers: { 'x-hub-signature-256': sign(body) },
  })
  const chats: { id: string; person: { id: string } }[] = await waitFor(async () => {
    const { data } = (await api('GET /api/v1/chats?limit=100')).body
    return data.length === count ? data : undefined
  })
  return { chatIds: chats.map((chat) => chat.id), personIds: chats.map((chat) => chat.person.id) }
}

/** Returns a function that counts the webhooks that the simulator has not delivered yet. */
export function countPending(simulator: Call): () => Promise<number> {
  return async () => (await simulator('GET /sim/webhooks?limit=1')).body.pending as number
}

/** Waits until the queues of the product and the platform are empty; returns the seconds it took. */
export async function drain(
  db: PatientClient,
  pendingAtSimulator: () => Promise<number>,
  stillMs: number,
  log: (line: string) => void,
): Promise<number | undefined> {
  const startedAt = performance.now()
  let [least, leastAt, toldAt] = [Infinity, startedAt, startedAt]
  while (performance.now() - leastAt < stillMs) {
    const { rows } = await db.query<Record<'messages' | 'payloads' | 'deliveries', number>>(
      `select (select count(*) from messages where status in ('queued', 'sent') and direction = 'outbound') as messages,
        (select count(*) from inbound_payloads where status = 'pending') as payloads,
        (select count(*) from webhook_deliveries where status = 'pending') as deliveries`,
    )
    const waiting = { ...rows[0]!, reports: await pendingAtSimulator() }
    const left = Object.values(waiting).reduce((sum, each) => sum + each)
    if (left === 0) return Math.round((performance.now() - startedAt) / 1000)
    if (left < least) [least, leastAt] = [left, performance.now()]
    if (performance.now() - toldAt > TELL_MS) {
      toldAt = performance.now()
      log(`  ${JSON.stringify(waiting)} are left`)
    }
    await delay(500)
  }
  return undefined
}

/** Logs the lanes that still have work. */
async function logLanes(db: PatientClient, log: (line: string) => void) {
  const { rows } = await db.query(
    `select kind, target_id, due_at - now() as due_in, wakes, lease_until - now() as lease from lanes`,
  )
  for (const row of rows) log(`  lane ${JSON.stringify(row)}`)
}
