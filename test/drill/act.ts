import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import { findPgBouncer, startPgBouncer } from '../acceptance/pgbouncer.ts'
import type { startTcpProxy } from '../tcp-proxy.ts'
import { AWAY_LONG_MS, AWAY_MS, FREEZE_MS, LONG_HOLE_MS, STARVED_MS } from './failures.ts'
import type { Failure } from './failures.ts'
import { lockWorkspace } from './locked-workspace.ts'
import type { NeighborStage } from './locked-workspace.ts'
import { disorderStatuses, postStatusesFirst, resetAnswers } from './platform-failures.ts'
import type { startReplicatedDatabase } from './replicated-database.ts'
import { fillDisk } from './small-disk.ts'
import type { mountDisk } from './small-disk.ts'
import { starve } from './starve.ts'
import type { UnpackedRelease } from './unpack-release.ts'
import { noteKill, takeWorkersAway } from './worker-failures.ts'

/** Everything that a failure may use. */
export type Stage = NeighborStage & {
  database: Awaited<ReturnType<typeof startReplicatedDatabase>>
  proxy: Awaited<ReturnType<typeof startTcpProxy>>
  disk: ReturnType<typeof mountDisk> | undefined
  previous: UnpackedRelease | { reason: string } | undefined
  simulator: Call
}

const FULL_MS = 10_000
const SLOW = { answerMs: 2_500, lastsMs: 20_000 }
const ONE_WAY_MS = 15_000

/** How much longer the clients pause while nothing is sent or processed, so that the backlog ends in a bounded time. */
const AWAY_SLOWNESS = 2
const AWAY_LONG_SLOWNESS = 8

/** Lets a failure happen, and ends it. Returns a reason if it cannot happen here. */
export function act(stage: Stage, failure: Failure): Promise<string | void> {
  return ACTIONS[failure](stage)
}

const ACTIONS: Record<Failure, (stage: Stage) => Promise<string | void>> = {
  async upgrade({ previous, env, programs, calm, log }) {
    if (!previous || 'reason' in previous) return previous?.reason ?? 'no previous release'
    const last = { env, program: previous.program }
    const next = { env }
    // The first new process migrates, while all others are of the previous release.
    const options = { between: calm, workersFirst: previous.needsWorkersFirst }
    log(`upgrade: from ${previous.name}${options.workersFirst ? ', workers first' : ''}`)
    await programs.replaceAll(next, options)
    log('upgrade: back to the previous release')
    await programs.replaceAll(last, options)
    log('upgrade: forward again')
    await programs.replaceAll(next, options)
  },
  kill: async ({ database }) => database.kill(),
  freeze: ({ database }) => hold(database.freeze(), FREEZE_MS),
  'backend freeze': async ({ database }) => hold(await database.freezeSessions(), FREEZE_MS),
  async 'slow database'({ proxy }) {
    proxy.slow(SLOW.answerMs)
    await hold(proxy.restore, SLOW.lastsMs)
  },
  async 'one-way loss'({ proxy }) {
    proxy.loseAnswers()
    await hold(proxy.restore, ONE_WAY_MS)
  },
  'black hole': async ({ proxy }) => proxy.lose(),
  async 'long black hole'({ proxy, simulator }) {
    const answerAtOnce = await postStatusesFirst(simulator)
    // Sends now wait for their answers, until ingest took their statuses.
    await delay(1_000)
    proxy.lose({ all: true })
    await answerAtOnce()
    await hold(proxy.restore, LONG_HOLE_MS)
  },
  async 'worker kill'(stage) {
    noteKill(stage, 'worker 1', 'killed')
    await stage.programs.end('worker 1')
    await stage.programs.startAgain('worker 1')
  },
  'worker freeze': (stage) => freezeProcess(noteKill(stage, 'worker 1', 'frozen')),
  async 'workers away'(stage) {
    stage.slowDown(AWAY_SLOWNESS)
    await takeWorkersAway(stage, AWAY_MS)
    stage.slowDown(1)
  },
  async 'workers away long'(stage) {
    stage.slowDown(AWAY_LONG_SLOWNESS)
    await takeWorkersAway(stage, AWAY_LONG_MS)
    stage.slowDown(1)
  },
  'api freeze': ({ programs }) => freezeProcess(programs.pidOf('api 1')),
  'ingest freeze': ({ programs }) => freezeProcess(programs.pidOf('ingest')),
  async starvation(stage) {
    for (const { name } of stage.programs.list())
      if (name.startsWith('worker')) noteKill(stage, name, 'frozen in pieces')
    await starve(
      stage.programs.list().map(({ pid }) => pid),
      STARVED_MS,
    )
  },
  'locked workspace': lockWorkspace,
  'platform reset': ({ platform }) => resetAnswers(platform),
  'unordered statuses': ({ simulator }) => disorderStatuses(simulator),
  async 'full disk'({ disk }) {
    if (!disk || 'reason' in disk) return disk?.reason ?? 'no small disk'
    const free = await fillDisk(disk.folder)
    await delay(FULL_MS)
    await free()
  },
  async promotion(stage) {
    await stage.database.promote()
    stage.databaseUrl = stage.database.replicaUrl
  },
  'rolling restart': ({ programs, env }) => programs.replaceAll({ env }),
  async 'pooler restart'(stage) {
    const installed = findPgBouncer()
    if (!installed) return 'PgBouncer is not installed'
    const { databaseUrl } = stage
    const pooler = await startPgBouncer(installed, databaseUrl)
    stage.defer(pooler.close)
    stage.env = { ...stage.env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl }
    await stage.programs.replaceAll({ env: stage.env })
    await stage.calm()
    await pooler.restart()
  },
}

/** Waits for `ms` and calls `end`, also when the wait is cut short. */
async function hold(end: () => void, ms: number): Promise<void> {
  try {
    await delay(ms)
  } finally {
    end()
  }
}

function freezeProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  return hold(() => process.kill(pid, 'SIGCONT'), FREEZE_MS)
}
