import { setTimeout as delay } from 'node:timers/promises'

/** The number of batches for one workspace before the next one continues. */
const BATCHES_A_TURN = 10
const PAUSE_MIN_MS = 20

/** Deletes in batches for one workspace. Each step is a batch, and yields how many rows it read, if it knows. */
type Work = AsyncGenerator<number | void, void, void>

/** Options of the turns. `onError` throws the error again if it concerns all workspaces. */
type TurnOptions = { signal?: AbortSignal; pauseMinMs?: number; onError: (err: unknown) => void }

/**
 * Works for each workspace in small batches with pauses as long as the batch took, until nothing is left or `signal` is aborted.
 * Workspaces alternate, so that one with millions of rows does not delay the others.
 */
export async function takeTurns(
  works: Iterable<Work> | AsyncIterable<Work>,
  { signal, pauseMinMs = PAUSE_MIN_MS, onError }: TurnOptions,
): Promise<void> {
  let waiting: Work[] = []
  for await (const work of works) if (!signal?.aborted && (await takeTurn(work))) waiting.push(work)
  while (waiting.length > 0 && !signal?.aborted) {
    const left: Work[] = []
    for (const work of waiting) if (!signal?.aborted && (await takeTurn(work))) left.push(work)
    waiting = left
  }

  /** Runs several batches for a workspace. Returns whether there is more to do. */
  async function takeTurn(work: Work): Promise<boolean> {
    try {
      for (let batch = 0; batch < BATCHES_A_TURN && !signal?.aborted; batch++) {
        const startedAt = performance.now()
        const { done, value: rows } = await work.next()
        if (done) return false
        if (rows === 0) continue
        const pauseMs = Math.max(pauseMinMs, performance.now() - startedAt)
        await delay(pauseMs, undefined, { ...(signal && { signal }) }).catch(() => undefined)
      }
      return true
    } catch (err) {
      onError(err)
      return false
    }
  }
}
