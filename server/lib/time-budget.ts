import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The time that a caller may still wait for the database. `leftMs` is Infinity when no caller waits for a response any
 * more. Waits at the same time count once.
 */
export type TimeBudget = { leftMs: () => number; beginWait: () => void; endWait: () => void }

/** The least time that an operation gets, so that a transaction whose budget is used up can still roll back. */
const OPERATION_MS_MIN = 250

const current = new AsyncLocalStorage<TimeBudget | undefined>()

/** The database did not respond in time. Its code is the one of a network timeout, so callers answer 503. */
export class OutOfTimeError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(options?: ErrorOptions) {
    super('The database did not respond in time.', options)
    this.name = 'OutOfTimeError'
  }
}

/** Creates a budget of `ms`. While `isLifted` returns true, it limits nothing. */
export function createTimeBudget(ms: number, isLifted: () => boolean = () => false): TimeBudget {
  let spent = 0
  let waits = 0
  let since = 0
  const waited = () => spent + (waits > 0 ? performance.now() - since : 0)
  return {
    leftMs: () => (isLifted() ? Infinity : ms - waited()),
    beginWait() {
      if (waits === 0) since = performance.now()
      waits++
    },
    endWait() {
      spent = waits === 1 ? waited() : spent
      waits--
    },
  }
}

/**
 * Runs `run` so that everything it waits for in the database, also in functions that it calls, uses `budget`. Without
 * a budget, `run` has no limit, even if the caller has one.
 */
export function withTimeBudget<T>(budget: TimeBudget | undefined, run: () => T): T {
  return current.run(budget, run)
}

/** Runs `run` with a new budget of `ms`. */
export function withinMs<T>(ms: number, run: () => T): T {
  return current.run(createTimeBudget(ms), run)
}

/** Returns the budget of the caller, or undefined if it has none. */
export function findTimeBudget(): TimeBudget | undefined {
  return current.getStore()
}

/** A wait that is late after `lateAt`, in ms of `performance.now`. */
type Wait = { lateAt: number; onLate: () => void }

/** How often waits are checked. One timer for all: every request waits several times, and hardly any wait is late. */
const WATCH_MS = 20

const waits = new Set<Wait>()
let watch: NodeJS.Timeout | undefined

/**
 * Waits for `work` for at most `maxMs` and the rest of the caller's budget, and reduces the budget by the time. Calls
 * `onLate` when the time is over; `work` must settle then.
 */
export async function limitWait<T>(
  work: Promise<T>,
  maxMs: number,
  onLate: () => void,
): Promise<T> {
  const budget = current.getStore()
  const limitMs = Math.min(maxMs, Math.max(OPERATION_MS_MIN, budget?.leftMs() ?? Infinity))
  if (limitMs === Infinity) return work
  const wait: Wait = { lateAt: performance.now() + limitMs, onLate }
  waits.add(wait)
  watch ??= current.run(undefined, () => setInterval(endLateWaits, WATCH_MS))
  budget?.beginWait()
  try {
    return await work
  } finally {
    waits.delete(wait)
    budget?.endWait()
  }
}

function endLateWaits(): void {
  if (waits.size === 0) {
    clearInterval(watch)
    watch = undefined
    return
  }
  const now = performance.now()
  const late = [...waits].filter(({ lateAt }) => lateAt <= now)
  // After a pause of this process, a response may have arrived that is not read yet: read it first.
  if (late.length > 0)
    setImmediate(() => {
      for (const wait of late) if (waits.delete(wait)) wait.onLate()
    })
}
