import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { toEventCursor } from '#events/to-event-cursor.ts'
import { createTestKey } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { atRate } from './at-rate.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atLeast, atMost, median, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuMs, cpuWithChildrenMs, startServer } from './load.ts'
import { pssMiB } from './memory.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment, countedUrl } from './product.ts'
import { countingSettings, countStatements } from './statements.ts'
import type { DatabaseUse } from './statements.ts'
import { seedMembers } from './streams/seed-members.ts'
import { createStreamReaders } from './streams/stream-readers.ts'
import type { StreamCaller, StreamReaders } from './streams/stream-readers.ts'
import { createTraffic, sendsIn } from './traffic.ts'
import { createBenchWorkspace } from './workspace.ts'
import type { BenchWorkspace } from './workspace.ts'

/** Streams of members per process. One more process is started, so that the others can take its streams over. */
const PER_PROCESS = 2_000
/** Streams of API keys per workspace; all others are those of members' open web apps. */
const KEY_STREAMS = 10
const CHATS = 5
const SHOWN_STATEMENTS = 20
/** Files that a process has open besides its streams. */
const OTHER_FILES = 500
/** How long streams may take to reconnect, and to receive the last event. */
const SETTLE_MS = 120_000
/** The CPU of an event in one stream may be so many times that of a bare server. */
const AGAINST_BARE = 2

type Server = Awaited<ReturnType<typeof startServer>>

/** The cost of a phase: ms of CPU of each process and of PostgreSQL, and the statements of the processes. */
type Use = { seconds: number; nodeMs: number[]; postgresMs: number; statements: DatabaseUse }

/** The cost of the bare servers: ms of CPU per 1,000 frames, and KB per stream. */
type Bare = { msPerThousand: number; kbPerStream: number }

/**
 * Event streams of members and keys over several API processes on one PostgreSQL: messages are sent without streams, then all
 * streams are idle, then messages are sent, then members announce where they are, then a process is killed while messages are sent. Every stream must receive
 * every event of its workspace once. Beside them, as many bare processes write frames of the same size to as many streams.
 * Options: `--streams` (10000), `--workspaces` (20), `--processes` (one per 2,000 streams and one more), `--seconds` of each
 * phase (30), `--rate` of messages (10) and `--presence` of signals per second (20), `--statements yes` to see those of the
 * processes, and `--profile DIR` for the CPU profile of the first one.
 */
export async function benchStreams(options: BenchOptions): Promise<Figure[]> {
  const streams = numberOption(options, 'streams', 10_000)
  const count = numberOption(options, 'processes', Math.ceil(streams / PER_PROCESS) + 1)
  const seconds = numberOption(options, 'seconds', 30)
  await checkFiles(streams)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase({
    ...countingSettings,
    max_connections: String(100 + 20 * count),
    track_commit_timestamp: 'on',
  })
  stack.defer(database.close)
  const members = await openMembers(database, {
    streams,
    workspaces: numberOption(options, 'workspaces', 20),
  })
  const env = benchEnvironment(await countedUrl(database))
  const servers: Server[] = []
  const stop = createStopper(servers)
  stack.defer(stop)
  for (let index = 0; index < count; index++)
    servers.push(await startServer(argsOf(index === 0 ? options['profile'] : undefined), env))
  const memoryBefore = await Promise.all(servers.map(({ pid }) => pssMiB(pid)))

  const readers = createStreamReaders(
    servers.map(({ url }) => url),
    members.workspaces.length,
  )
  const postmaster = await findPostmaster(database)
  const measure = async (run: () => Promise<unknown>): Promise<Use> => {
    const finish = await countStatements(database)
    const readNode = () => Promise.all(servers.map(({ pid }) => cpuMs(pid)))
    const [node, postgres] = [await readNode(), await cpuWithChildrenMs(postmaster)]
    const startedAt = performance.now()
    await run()
    return {
      seconds: (performance.now() - startedAt) / 1_000,
      nodeMs: (await readNode()).map((ms, index) => ms - node[index]!),
      postgresMs: (await cpuWithChildrenMs(postmaster)) - postgres,
      statements: await finish(),
    }
  }
  const readHeads = () => readPositions(database, members.workspaces)
  const untilReceived = async () => {
    const heads = await readHeads()
    await waitFor(() => readers.hasAll(heads), { timeoutMs: SETTLE_MS, what: 'the last events' })
  }
  const send = (to: Server[], count: number) => {
    const next = sendsIn(members.workspaces)
    const traffics = to.map(({ url }) => createTraffic(url, next))
    return {
      run: () =>
        atRate({ perSecond: numberOption(options, 'rate', 10), seconds: count }, async (index) =>
          traffics[index % traffics.length]!.send(),
        ),
      close: () => Promise.all(traffics.map((traffic) => traffic.close())),
    }
  }

  const sendingAlone = send(servers, seconds)
  const alone = await measure(sendingAlone.run)
  await sendingAlone.close()
  const opening = await measure(() => readers.open(members.callers))
  const memory = await Promise.all(servers.map(({ pid }) => pssMiB(pid)))
  const idle = await measure(() => delay(seconds * 1_000))
  const started = { ...readers.counts, heads: await readHeads() }
  const sending = send(servers, seconds)
  const events = await measure(async () => {
    await sending.run()
    await untilReceived()
  })
  await sending.close()
  const sent = {
    events: sum(await readHeads()) - sum(started.heads),
    received: readers.counts.events - started.events,
  }
  const presenceBefore = readers.counts.presences
  const signals = await announcePresence(servers, members, {
    perSecond: numberOption(options, 'presence', 20),
    seconds,
    measure,
  })
  const presences = readers.counts.presences - presenceBefore

  const killed = servers.at(-1)!
  const survivors = servers.slice(0, -1)
  const surviving = send(survivors, seconds)
  const meanwhile = surviving.run()
  // A failure is thrown when it is awaited.
  meanwhile.catch(() => undefined)
  await delay((seconds * 1_000) / 4)
  const before = { open: readers.countOpen(), ...readers.counts }
  const killedAt = performance.now()
  readers.leaveOut(killed.url)
  process.kill(killed.pid, 'SIGKILL')
  servers.pop()
  await waitFor(() => readers.countOpen() < before.open, { what: 'streams that broke' })
  await waitFor(() => readers.countOpen() === streams, {
    timeoutMs: SETTLE_MS,
    what: 'the streams of the killed process',
  })
  const reopenedIn = (performance.now() - killedAt) / 1_000
  await meanwhile
  await untilReceived()
  await surviving.close()
  const open = readers.countOpen()
  readers.close(await readHeads())
  const arrivals = await toLatencies(database, members.workspaces, readers)
  await stop()
  const idleMs = (sum(idle.nodeMs) / idle.seconds) * events.seconds
  const streaming = ((sum(events.nodeMs) - sum(alone.nodeMs) - idleMs) * 1_000) / sent.received
  const bare = await measureBare({ streams, count, seconds, options, members })
  return [
    plain(
      `streams open, on ${count} processes, ${members.workspaces.length} workspaces`,
      `${open}`,
    ),
    plain('  CPU seconds of opening 1,000', cpuPer(opening, streams)),
    plain('  statements of opening one', (opening.statements.calls / streams).toFixed(2)),
    plain('  PSS per process before, and with its streams', showMemory(memoryBefore, memory)),
    plain('  KB per stream', kbPerStream(memoryBefore, memory, streams).toFixed(1)),
    plain('  KB per stream of the bare server', bare.kbPerStream.toFixed(1)),
    plain('idle: CPU ms per second, of all processes + PostgreSQL', perSecond(idle)),
    plain('  statements per second', (idle.statements.calls / idle.seconds).toFixed(1)),
    ...(options['statements'] ? showStatements(idle) : []),
    plain(`events: ${sent.events} recorded, received by streams`, `${sent.received}`),
    plain('  commit to arrival', showTimes(arrivals)),
    plain('  CPU seconds per 1,000 recorded, of each process', showEach(events, sent.events)),
    plain('  the same of PostgreSQL', toSeconds(events.postgresMs, sent.events)),
    plain('  statements per event', (events.statements.calls / sent.events).toFixed(1)),
    ...(options['statements'] ? showStatements(events) : []),
    plain(
      '  CPU ms per 1,000 received, of all processes, without idling and sending',
      toMs(streaming),
    ),
    plain('  the same of the bare server', toMs(bare.msPerThousand)),
    atMost(
      '  of all processes against the bare server',
      streaming / bare.msPerThousand,
      AGAINST_BARE,
    ),
    plain(`presence: ${signals.count} signals, received by streams`, `${presences}`),
    plain('  CPU ms per signal, of all processes + PostgreSQL', perSignal(signals)),
    plain('  statements per signal', (signals.use.statements.calls / signals.count).toFixed(2)),
    ...(options['statements'] ? showStatements(signals.use) : []),
    plain(
      `killed process: ${readers.counts.reconnects - before.reconnects} streams reconnected after`,
      `${reopenedIn.toFixed(1)} s`,
    ),
    plain('  attempts that were refused', `${readers.counts.refused - before.refused}`),
    atLeast('streams open at the end', open, streams),
    atMost('events lost, of all streams', readers.counts.lost, 0),
    atMost('events received twice', readers.counts.doubled, 0),
  ]
}

/** Throws if this process cannot have `streams` connections open. Source: proc(5), limits. */
async function checkFiles(streams: number): Promise<void> {
  // Node raises the soft limit to the hard one when it starts.
  const limits = await readFile('/proc/self/limits', 'utf8')
  const most = /^Max open files\s+(\d+|unlimited)/m.exec(limits)![1]!
  if (most !== 'unlimited' && Number(most) < streams + OTHER_FILES)
    throw new Error(
      `${streams} streams need ${streams + OTHER_FILES} open files, and the limit is ${most}. Raise it with ulimit -Hn.`,
    )
}

/** The workspaces of the streams, the callers that open them, and the members among these with their conversations. */
type Members = {
  workspaces: BenchWorkspace[]
  callers: StreamCaller[]
  cookies: { cookie: string; chatIds: string[] }[]
}

/** Creates workspaces whose members and keys together open `streams` streams. */
async function openMembers(
  database: BenchDatabase,
  { streams, workspaces: count }: { streams: number; workspaces: number },
): Promise<Members> {
  const members: Members = { workspaces: [], callers: [], cookies: [] }
  for (let workspace = 0; workspace < count; workspace++) {
    const opened = await createBenchWorkspace(database, CHATS)
    members.workspaces.push(opened)
    const own = Math.floor((streams * (workspace + 1)) / count) - members.callers.length
    const keyStreams = Math.min(KEY_STREAMS, own)
    const key = await createTestKey(opened.scope, ['events:read'])
    for (let index = 0; index < keyStreams; index++)
      members.callers.push({
        workspace,
        path: '/api/v1/events/stream',
        headers: { authorization: `Bearer ${key}` },
      })
    for (const cookie of await seedMembers(opened.scope, own - keyStreams)) {
      members.callers.push({ workspace, path: '/api/app/live', headers: { cookie } })
      members.cookies.push({ cookie, chatIds: opened.chatIds })
    }
  }
  await database.query('vacuum analyze')
  return members
}

/** Lets members announce which conversation they view, over all processes in turn. */
async function announcePresence(
  servers: Server[],
  { cookies }: Members,
  given: {
    perSecond: number
    seconds: number
    measure: (run: () => Promise<unknown>) => Promise<Use>
  },
): Promise<{ count: number; use: Use }> {
  const pools = servers.map(({ url }) => new Pool(url, { connections: 8 }))
  let count = 0
  const use = await given.measure(() =>
    atRate(given, async (index) => {
      const { cookie, chatIds } = cookies[Math.floor(Math.random() * cookies.length)]!
      const answer = await pools[index % pools.length]!.request({
        method: 'POST',
        path: '/api/app/presence',
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ conversation_id: chatIds[index % CHATS], state: 'viewing' }),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 204)
        throw new Error(`A signal was answered ${answer.statusCode}: ${text}`)
      count++
    }),
  )
  await Promise.all(pools.map((pool) => pool.close()))
  return { count, use }
}

/** Reads the position of the last event of each workspace. */
async function readPositions(
  { rows }: BenchDatabase,
  workspaces: BenchWorkspace[],
): Promise<number[]> {
  const heads = await rows<{ id: string; head: number }>(
    'select workspace_id as id, event_position::float8 as head from workspace_counters',
  )
  return workspaces.map(({ scope }) => heads.find(({ id }) => id === scope.workspaceId)?.head ?? 0)
}

/** Returns the ms from the commit of each event to its arrival at each stream. */
async function toLatencies(
  { rows }: BenchDatabase,
  workspaces: BenchWorkspace[],
  { arrivals }: StreamReaders,
): Promise<number[]> {
  const commits = await rows<{ id: string; position: number; at: number }>(
    `select workspace_id as id, position::float8 as position,
      extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at
     from events`,
  )
  const numberOf = new Map(workspaces.map(({ scope }, index) => [scope.workspaceId, index]))
  return commits.flatMap(({ id, position, at }) =>
    (arrivals[numberOf.get(id)!]!.get(position) ?? []).map((arrivedAt) => arrivedAt - at),
  )
}

/** Measures bare servers with as many streams, which write as many frames of the size of a message's event. */
async function measureBare({
  streams,
  count,
  seconds,
  options,
  members,
}: {
  streams: number
  count: number
  seconds: number
  options: BenchOptions
  members: Members
}): Promise<Bare> {
  await using stack = new AsyncDisposableStack()
  const servers: Server[] = []
  stack.defer(createStopper(servers))
  for (let index = 0; index < count; index++)
    servers.push(await startServer(['bench/streams/bare-streams.ts'], {}))
  const workspaces = members.workspaces.length
  const before = await Promise.all(servers.map(({ pid }) => pssMiB(pid)))
  const readers = createStreamReaders(
    servers.map(({ url }) => url),
    workspaces,
  )
  const start = toEventCursor(0)
  await readers.open(
    members.callers.map(({ workspace }) => ({
      workspace,
      path: '/stream',
      headers: { 'x-workspace': String(workspace), 'x-start': start },
    })),
  )
  const after = await Promise.all(servers.map(({ pid }) => pssMiB(pid)))
  const pools = servers.map(({ url }) => new Pool(url, { connections: 4 }))
  const readCpu = async () => sum(await Promise.all(servers.map(({ pid }) => cpuMs(pid))))
  const cpu = await readCpu()
  const body = await readEventBody(members.workspaces[0]!)
  const heads = Array.from({ length: workspaces }, () => 0)
  await atRate({ perSecond: numberOption(options, 'rate', 10), seconds }, async (index) => {
    const workspace = index % workspaces
    const frame = `id: ${toEventCursor(++heads[workspace]!)}\nevent: message.sent\ndata: ${body}\n\n`
    const headers = { 'x-workspace': String(workspace) }
    await Promise.all(
      pools.map((pool) => pool.request({ method: 'POST', path: '/', headers, body: frame })),
    )
  })
  await waitFor(() => readers.hasAll(heads), { timeoutMs: SETTLE_MS, what: 'the last frames' })
  const used = (await readCpu()) - cpu
  readers.close(heads)
  await Promise.all(pools.map((pool) => pool.destroy()))
  return {
    msPerThousand: (used * 1_000) / readers.counts.events,
    kbPerStream: kbPerStream(before, after, streams),
  }
}

async function readEventBody({ scope }: BenchWorkspace): Promise<string> {
  const { body } = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return body
}

function argsOf(profileDir: string | undefined): string[] {
  return [
    ...(profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []),
    'server/main.ts',
    'start',
    '--only',
    'api',
  ]
}

/** Returns a function that stops the servers that are still in the list. */
function createStopper(servers: Server[]): () => Promise<void> {
  return async () => void (await Promise.all(servers.splice(0).map((server) => server.stop())))
}

function sum(values: number[]): number {
  return values.reduce((total, each) => total + each, 0)
}

function toSeconds(ms: number, events: number): string {
  return (ms / events).toFixed(2)
}

function cpuPer({ nodeMs, postgresMs }: Use, streams: number): string {
  return `${toSeconds(sum(nodeMs), streams)} + ${toSeconds(postgresMs, streams)}`
}

function showEach({ nodeMs }: Use, events: number): string {
  return `${toSeconds(median(nodeMs), events)} (${nodeMs.map((ms) => toSeconds(ms, events)).join(', ')})`
}

function perSecond({ nodeMs, postgresMs, seconds }: Use): string {
  return `${(sum(nodeMs) / seconds).toFixed(0)} + ${(postgresMs / seconds).toFixed(0)}`
}

function perSignal({ count, use }: { count: number; use: Use }): string {
  return `${(sum(use.nodeMs) / count).toFixed(1)} + ${(use.postgresMs / count).toFixed(1)}`
}

function toMs(ms: number): string {
  return ms.toFixed(1)
}

function showTimes(ms: number[]): string {
  return [0.5, 0.95, 0.99].map((share) => `${quantile(ms, share).toFixed(0)} ms`).join(', ')
}

function showMemory(before: number[], after: number[]): string {
  return `${median(before).toFixed(0)}, ${median(after).toFixed(0)} MiB`
}

function kbPerStream(before: number[], after: number[], streams: number): number {
  return ((sum(after) - sum(before)) * 1024) / streams
}

function showStatements({ statements, seconds }: Use): Figure[] {
  return statements.statements
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, SHOWN_STATEMENTS)
    .map(({ text, calls, totalMs }) =>
      plain(
        `    ${text.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
        `${(calls / seconds).toFixed(1)}/s, ${(totalMs / calls).toFixed(2)} ms`,
      ),
    )
}
