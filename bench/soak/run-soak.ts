import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import type { Call } from '#test/app.ts'
import { createCall } from '#test/call.ts'
import { createPatientClient } from '#test/crash/patient-client.ts'
import {
  startPlatform,
  setUpWorkspace,
  sign,
  signInAdmin,
  textPayload,
  whatsappEnv,
} from '#test/outside.ts'
import { findPorts, startServer } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { quantile } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { startSink } from '../sink.ts'
import type { Sink } from '../sink.ts'
import type { Created } from '../traffic.ts'
import { describeWork, judgeSoak } from './judge.ts'
import { judgePartitions } from './judge-partitions.ts'
import { startSoakLoad } from './load.ts'
import { endFirstPartitions } from './end-first-partitions.ts'
import type { SoakLoad, SoakTarget } from './load.ts'
import { databaseMiB, residentMiB, sampleTables } from './sample.ts'
import type { Sample } from './sample.ts'
import { watchAlerts } from './watch-alerts.ts'

/** Duration, requests per second of each kind, and the receiver of each sample. */
type SoakOptions = {
  seconds: number
  /** The length of a day of the retention in seconds. */
  daySeconds: number
  rates: SoakTarget['rates']
  onSample: (sample: Sample) => void
}

const CHATS = 200
const SAMPLE_MS = 10_000

/** Runs a steady load on real processes, each part in its own, and samples everything every ten seconds. */
export async function runSoak(options: SoakOptions): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'parley-soak-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const database = await startEmbedded({ dataDir: join(root, 'data'), log: () => undefined })
  stack.defer(database.stop)
  const sink = await startSink()
  stack.defer(sink.close)
  const { env, apiUrl, ingestUrl } = await makeEnvironment(database.url, root)
  env['RETENTION_DAY_SECONDS'] = String(options.daySeconds)
  await migrate(database.url)
  if (options.daySeconds < 86_400) await endFirstPartitions(database.url)
  const workspace = await setUpWorkspace(env)
  const programs: Record<string, Program> = {}
  stack.defer(
    async () => void (await Promise.all(Object.values(programs).map((each) => each.end()))),
  )
  programs['simulator'] = await startPlatform(
    { port: new URL(env['GRAPH_URL']!).port, ingestUrl },
    { LOG_LEVEL: 'silent' },
  )
  const metrics: Record<string, string> = {}
  for (const part of ['api', 'ingest', 'worker']) {
    const METRICS_PORT = String((await findPorts(1))[0])
    programs[part] = await startServer({ ...env, METRICS_PORT }, ['--only', part, '--json'])
    metrics[part] = `http://127.0.0.1:${METRICS_PORT}/metrics`
  }

  await registerEndpoints(await signInAdmin(apiUrl), sink)
  const phones = Array.from({ length: CHATS }, (_, index) => `+9180000${10_000 + index}`)
  const api = createCall(apiUrl, { authorization: `Bearer ${workspace.key}` })
  const chatIds = await openChats(api, ingestUrl, workspace.phoneNumberId, phones)
  const load = startSoakLoad({
    ...workspace,
    apiUrl,
    ingestUrl,
    chatIds,
    phones,
    rates: options.rates,
  })
  stack.defer(() => load.stop().catch(() => undefined))

  const db = createPatientClient(database.url)
  const memory = async () => {
    const own = Object.entries(programs).map(
      async ([name, { pid }]) => [name, await residentMiB(pid)] as const,
    )
    return {
      ...Object.fromEntries(await Promise.all(own)),
      postgres: await databaseMiB(database.pid),
    }
  }
  const underWay = new Map<string, Created>()
  const samples: Sample[] = []
  const alerts = await watchAlerts(metrics)
  const startedAt = performance.now()
  for (let look = 1; look * SAMPLE_MS <= options.seconds * 1_000; look++) {
    await delay(startedAt + look * SAMPLE_MS - performance.now())
    const sample = {
      second: (look * SAMPLE_MS) / 1_000,
      at: Date.now(),
      ...measure(load, sink, underWay),
      memory: await memory(),
      tables: await sampleTables(db),
    }
    samples.push(sample)
    options.onSample(sample)
  }
  const judgedAlerts = await alerts.judge()
  await load.stop()
  const last = measure(load, sink, underWay)
  const lost = await untilArrived(sink, underWay)
  const warmUpSeconds = Math.max(30, options.seconds * 0.15)
  return [
    ...describeWork([...samples, { ...samples.at(-1)!, sent: last.sent }], lost, load.problems),
    ...judgeSoak(samples, warmUpSeconds),
    ...judgePartitions(samples, options.daySeconds),
    ...judgedAlerts,
  ]
}

/** The latencies of what ended since the last time; what is still under way stays in `underWay`. */
function measure(load: SoakLoad, sink: Sink, underWay: Map<string, Created>) {
  const sent = load.take()
  for (const message of sent) underWay.set(message.id, message)
  const arrival: number[] = []
  for (const [id, { answeredAt }] of underWay) {
    const [at] = sink.arrivals.get(id) ?? []
    if (at === undefined) continue
    arrival.push(at - answeredAt)
    underWay.delete(id)
    sink.arrivals.delete(id)
  }
  const answer = sent.map(({ askedAt, answeredAt }) => answeredAt - askedAt)
  return {
    apiP50: quantile(answer, 0.5),
    apiP99: quantile(answer, 0.99),
    arrivalP50: quantile(arrival, 0.5),
    arrivalP99: quantile(arrival, 0.99),
    sent: sent.length,
    underWay: underWay.size,
  }
}

/** Waits for what is under way; how much of it never came. */
async function untilArrived(sink: Sink, underWay: Map<string, Created>): Promise<number> {
  const missing = () => [...underWay.keys()].filter((id) => !sink.arrivals.has(id)).length
  await waitFor(() => missing() === 0, { timeoutMs: 60_000 }).catch(() => undefined)
  return missing()
}

async function makeEnvironment(databaseUrl: string, root: string) {
  const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const env: Record<string, string> = {
    ...whatsappEnv,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(root, 'unused'),
    SECRET_KEY: '5a'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOG_LEVEL: 'error',
  }
  return {
    env,
    apiUrl: `http://127.0.0.1:${port}`,
    ingestUrl: `http://127.0.0.1:${ingestPort}`,
  }
}

/** Healthy ones, one that fails now and then, and two that are dead, of which one hangs. */
async function registerEndpoints(admin: Call, sink: Sink): Promise<void> {
  const healthy = ['message.sent', 'contact.created', 'ticket.created']
  const all = [...healthy, 'message.received', 'message.status_changed', 'contact.updated']
  const endpoints = [
    { path: 'watched', events: ['message.sent'], max_in_flight: 5 },
    { path: 'ok', events: all, max_in_flight: 20 },
    { path: 'after/100', events: healthy, max_in_flight: 20 },
    { path: 'flaky', events: ['contact.created'], max_in_flight: 5 },
    { path: 'refuse', events: ['ticket.created'], max_in_flight: 1 },
    { path: 'hang', events: ['ticket.created'], max_in_flight: 1 },
  ]
  for (const [index, { path, ...rest }] of endpoints.entries()) {
    const body = { url: sink.url(path, index), ...rest }
    const answer = await admin('POST /api/developer/webhooks', { body })
    if (answer.status !== 201) throw new Error(answer.text)
  }
}

/** Chats with customers who have written, so that they may be answered. */
async function openChats(
  api: Call,
  ingestUrl: string,
  phoneNumberId: string,
  phones: string[],
): Promise<string[]> {
  const ingest = createCall(ingestUrl)
  for (const [index, phone] of phones.entries()) {
    const message = {
      id: `wamid.open.${index}`,
      from: phone.slice(1),
      name: 'Customer',
      text: 'Hi',
    }
    const body = textPayload(phoneNumberId, [message])
    await ingest('POST /webhook/whatsapp', {
      body,
      headers: { 'x-hub-signature-256': sign(body) },
    })
  }
  return waitFor(
    async () => {
      const ids: string[] = []
      let cursor = ''
      do {
        const { body } = await api(`GET /api/v1/chats?limit=100${cursor}`)
        for (const chat of body.data) ids.push(chat.id)
        cursor = body.next_cursor && `&cursor=${body.next_cursor}`
      } while (cursor)
      return ids.length === phones.length ? ids : undefined
    },
    { timeoutMs: 60_000, what: 'the chats' },
  )
}
