import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '../wait-for.ts'
import type { Part } from './part.ts'
import type { Random } from './random.ts'

/**
 * Kills parts `rounds` times within about `seconds`: a random part each time if `isRandom`, otherwise one after the
 * other. Before each kill it waits for `untilWorked`, if given.
 */
type Killing = {
  rounds: number
  seconds: number
  isRandom: boolean
  log: (line: string) => void
  untilWorked?: (round: number) => Promise<void>
}

/** Maximum time until a part that was killed is up again. */
const UP_MS = 90_000

/**
 * Kills parts at random moments and restarts each at another; resolves when all run. A round takes until its part was
 * up and killed.
 */
export async function killInTurn(parts: Part[], options: Killing, random: Random): Promise<void> {
  const { rounds, seconds, isRandom, log } = options
  const meanMs = (seconds * 1000) / rounds
  const restarts = new Map<Part, Promise<void>>()
  try {
    for (let round = 0; round < rounds; round++) {
      await delay(random.between(Math.round(meanMs * 0.2), Math.round(meanMs * 1.8)))
      const part = isRandom ? random.pick(parts) : parts[round % parts.length]!
      await restarts.get(part)
      await options.untilWorked?.(round + 1)
      await waitFor(() => part.kill(), {
        timeoutMs: UP_MS,
        what: `${part.name} to be up, and killed`,
      }).catch((err: unknown) => {
        log(`${part.name} wrote: ${part.words?.() ?? ''}`)
        throw err
      })
      const restMs = random.between(0, 1_500)
      log(`${String(round + 1).padStart(4)}  kill -9 ${part.name}, back in ${restMs} ms`)
      restarts.set(
        part,
        delay(restMs).then(() => part.start()),
      )
    }
  } finally {
    await Promise.all(restarts.values())
  }
}
