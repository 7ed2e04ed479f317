import { setTimeout as delay } from 'node:timers/promises'
import { indexStatuses, readPayloads } from '../crash/read-payloads.ts'
import type { PatientClient } from '../crash/patient-client.ts'
import type { Kill } from '../crash/part.ts'
import type { PlatformRecorder } from '../crash/platform-recorder.ts'
import { waitFor } from '../wait-for.ts'
import type { DrillPrograms } from './drill-programs.ts'

/** What the failures of workers need: the processes, the platform, the database, and where kills are noted. */
export type WorkerStage = {
  programs: DrillPrograms
  platform: PlatformRecorder
  db: () => PatientClient
  kills: Kill[]
  log: (line: string) => void
}

const WORKERS = ['worker 1', 'worker 2']

/** The messages that wait for the platform's answer when the workers are killed, of at most 16 of a channel. */
const IN_FLIGHT = 12

/** Maximum time until the statuses of those messages are stored. */
const REPORTED_MS = 30_000

/**
 * Kills both workers while the platform has accepted messages that they do not know of, and starts them again after `ms`.
 * Meanwhile the platform reports what became of the messages, and ingest stores it.
 */
export async function takeWorkersAway(stage: WorkerStage, ms: number): Promise<void> {
  const { programs, platform, db, log } = stage
  const before = platform.acceptances.length
  platform.fail('hold')
  await waitFor(() => platform.held().length >= IN_FLIGHT, {
    timeoutMs: 60_000,
    what: `${IN_FLIGHT} messages in flight`,
  })
  const killedAt = Date.now()
  for (const name of WORKERS) noteKill(stage, name, 'killed')
  await Promise.all(WORKERS.map((name) => programs.end(name)))
  platform.fail()
  const inFlight = platform.acceptances.slice(before).filter((each) => !each.answeredAt)
  const known = await waitFor(
    async () => {
      const statusesOf = indexStatuses(await readPayloads(db()))
      return inFlight.every(({ platformId }) => statusesOf(platformId).some(isDelivered))
    },
    { timeoutMs: REPORTED_MS, what: 'the statuses of the messages in flight' },
  ).catch(() => false)
  log(
    `both workers were killed with ${inFlight.length} messages in flight; ${known ? 'all' : 'not all'} were stored as delivered after ${Date.now() - killedAt} ms`,
  )
  await delay(Math.max(0, killedAt + ms - Date.now()))
  await Promise.all(WORKERS.map((name) => programs.startAgain(name)))
}

function isDelivered({ status }: { status: string }): boolean {
  return status === 'delivered'
}

/** Notes that a process is killed or frozen now: something that it was sending may arrive twice. */
export function noteKill({ programs, kills }: WorkerStage, name: string, how: string): number {
  const pid = programs.pidOf(name)
  kills.push({ name, pid, at: Date.now(), how })
  return pid
}
