import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#db/pool.ts'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { createLedger } from '../crash/ledger.ts'
import type { Ledger } from '../crash/ledger.ts'
import type { startLoad } from '../crash/load.ts'
import type { WebChatTarget } from '../crash/visitor.ts'
import { setUpWorkspace } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import type { ProgramEnv } from '../processes.ts'
import { readPercentile } from './measure.ts'
import type { WorkerStage } from './worker-failures.ts'

/** A second workspace of a drill: the promises of its load are verified at the end, too. */
type Neighbor = { workspaceId: string; api: Call; ledger: Ledger }

/** The parts of a drill that the lock of a second workspace uses. `ledger` belongs to the first workspace. */
export type NeighborStage = WorkerStage & {
  /** The settings of the processes, which some failures change. */
  env: ProgramEnv
  databaseUrl: string
  ledger: Ledger
  neighbors: Neighbor[]
  /** Starts a load on a workspace, as on the first one. */
  openLoad: (
    workspace: OutsideWorkspace,
    ledger: Ledger,
    webChat?: WebChatTarget,
  ) => Promise<ReturnType<typeof startLoad>>
  /** Waits until the load runs as before a failure. */
  calm: () => Promise<void>
  /** Changes how long the clients of the first workspace pause, compared with the start. */
  slowDown: (factor: number) => void
  defer: (cleanUp: () => Promise<void>) => void
}

const ADMIN = { email: 'admin@neighbor.example', password: 'open-the-other-shutters' }

const LOCKED_MS = 30_000

/** How much more the 99th percentile may be than in the worse of the intervals around it. */
const NOISE = { factor: 1.5, ms: 25 }

/**
 * Starts a load on a second workspace, locks its counter row for 30 s, and compares how long callers of the first workspace wait
 * with the 30 s before and after. Both workspaces run through the same processes, so their calls meet in shared statements.
 */
export async function lockWorkspace(stage: NeighborStage): Promise<void> {
  const { ledger, log } = stage
  const workspace = await setUpWorkspace(stage.env, { name: 'Neighbor', admin: ADMIN })
  const { workspaceId } = workspace
  const api = createCall(stage.programs.apiUrl, { authorization: `Bearer ${workspace.key}` })
  const neighbor: Neighbor = { workspaceId, api, ledger: createLedger() }
  stage.neighbors.push(neighbor)
  const load = await stage.openLoad(workspace, neighbor.ledger)
  stage.defer(() => load.stop().catch(() => undefined))
  // Both together send as much as the first one does alone.
  stage.slowDown(2)
  load.slowDown(2)
  await stage.calm()
  const before = await readTail(ledger, () => delay(LOCKED_MS))
  const locked = await readTail(ledger, () => holdCounter(stage.databaseUrl, workspaceId))
  await stage.calm()
  const after = await readTail(ledger, () => delay(LOCKED_MS))
  await load.stop()
  stage.slowDown(1)
  const figures = `p99 before ${before}, while locked ${locked}, after ${after} ms`
  log(`the other workspace: ${figures}`)
  const usual = Math.max(before, after)
  if (locked > Math.max(usual * NOISE.factor, usual + NOISE.ms))
    ledger.problems.push(`A locked workspace delays the other one: ${figures}.`)
}

/** Returns the 99th percentile of the answers while `run` runs, in ms. */
async function readTail({ answers }: Ledger, run: () => Promise<unknown>): Promise<number> {
  const since = Date.now()
  await run()
  return readPercentile(answers, 0.99, { since, until: Date.now() })
}

/** Locks the counter row of a workspace, which each of its writes locks, for 30 s. */
async function holdCounter(url: string, workspaceId: string): Promise<void> {
  const client = createClient(url, 'parley drill')
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from workspace_counters where workspace_id = $1 for update', [
      workspaceId,
    ])
    await delay(LOCKED_MS)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
