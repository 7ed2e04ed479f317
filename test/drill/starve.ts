import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startBusyLoop } from '../busy-loop.ts'
import { signal } from './signal.ts'

/** How long a starved process runs and then stands still, in ms: as under a small CPU quota, but without its rights. */
const RUN_MS = 60
const STOP_MS = 540

/**
 * Takes CPU time from `pids` for `ms`: each runs for a tenth of the time, and busy loops compete for the rest, two for each
 * core. Everything that it started or stopped continues as before when it resolves.
 */
export async function starve(pids: number[], ms: number): Promise<void> {
  const loops = Array.from({ length: 2 * availableParallelism() }, startBusyLoop)
  const endsAt = performance.now() + ms
  try {
    while (performance.now() < endsAt) {
      signal(pids, 'SIGSTOP')
      await delay(STOP_MS)
      signal(pids, 'SIGCONT')
      await delay(RUN_MS)
    }
  } finally {
    signal(pids, 'SIGCONT')
    for (const end of loops) end()
  }
}
