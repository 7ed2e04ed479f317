import { AsyncLocalStorage } from 'node:async_hooks'
import { EXTENSION_MS_MAX } from './pacing/with-deadline.ts'
import { activeNow, pausedMs, watchPauses } from './pacing/watch-pauses.ts'

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

/**
 * Options of a budget. While `isLifted` returns true, it limits nothing. Pauses of this process use it up, unless `isPatient`: a
 * caller who waits for an answer does not care why it is late, but a worker would take its own pause for an absence of the
 * database. With `isForEach` every wait with a limit has the whole budget: a lost connection shows as soon as with any other
 * budget, but a database that answers slowly has time for any number of statements.
 */
type BudgetOptions = { isLifted?: () => boolean; isPatient?: boolean; isForEach?: boolean }

/** The time that a caller may still wait for the database. Waits at the same time count once. */
export class TimeBudget {
  readonly isPatient: boolean
  readonly isForEach: boolean
  readonly #ms: number
  readonly #isLifted: () => boolean
  #spent = 0
  #waits = 0
  #since = 0

  constructor(ms: number, options: BudgetOptions = {}) {
    const { isLifted = () => false, isPatient = false, isForEach = false } = options
    this.#ms = ms
    this.isPatient = isPatient
    this.isForEach = isForEach
    this.#isLifted = isLifted
  }

  /** The rest of the budget in ms; Infinity when no caller waits for a response any more. */
  get leftMs(): number {
    if (this.isForEach) return this.#ms
    return this.#isLifted() ? Infinity : this.#ms - this.#waited()
  }

  /** Starts to use up the budget. */
  beginWait(): void {
    if (this.#waits === 0) this.#since = this.#now()
    this.#waits++
  }

  /** Stops to use up the budget, unless there are other waits. */
  endWait(): void {
    if (this.#waits === 1) this.#spent = this.#waited()
    this.#waits--
  }

  #waited(): number {
    return this.#spent + (this.#waits > 0 ? this.#now() - this.#since : 0)
  }

  #now(): number {
    return this.isPatient ? activeNow() : performance.now()
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
  return current.run(new TimeBudget(ms), run)
}

/** Runs `run` with a new budget of `ms` that pauses of this process do not use up, for work that nobody waits for. */
export function withinActiveMs<T>(ms: number, run: () => T): T {
  return current.run(new TimeBudget(ms, { isPatient: true }), run)
}

/** Runs `run` so that every statement, and every wait for a connection, may take `ms`, without the pauses of this process. */
export function withinActiveMsEach<T>(ms: number, run: () => T): T {
  return current.run(new TimeBudget(ms, { isPatient: true, isForEach: true }), run)
}

/** Returns the budget of the caller, or undefined if it has none. */
export function findTimeBudget(): TimeBudget | undefined {
  return current.getStore()
}

/**
 * A wait in progress. It is late after `lateAt`, in ms of `performance.now`, and later by the pauses of this process since
 * `pausedBefore`, unless its caller cannot wait longer.
 */
export type Wait = {
  lateAt: number
  pausedBefore: number
  onLate: () => void
  budget: TimeBudget | undefined
  /** Its place in `waits`, or -1 once it is over. */
  index: number
}

/** How often waits are checked. One timer for all: every request waits several times, and hardly any wait is late. */
const WATCH_MS = 20

/**
 * The waits in progress, in no order. A `Set` would keep those that are over until it is full, and for the garbage
 * collector they and all that their callers hold would be in use.
 */
const waits: Wait[] = []
let watch: NodeJS.Timeout | undefined
let unwatchPauses: (() => void) | undefined

/**
 * Starts a wait of at most `maxMs` and the rest of the caller's budget, which it uses up until `endWait`. Calls `onLate`
 * when the time is over. Returns undefined when there is no limit, as for a wait without `maxMs` whose caller limits each statement.
 */
export function startWait(maxMs: number, onLate: () => void): Wait | undefined {
  const budget = current.getStore()
  if (maxMs === Infinity && budget?.isForEach) return undefined
  const limitMs = Math.min(maxMs, Math.max(OPERATION_MS_MIN, budget?.leftMs ?? Infinity))
  if (limitMs === Infinity) return undefined
  watch ??= current.run(undefined, () => setInterval(endLateWaits, WATCH_MS))
  unwatchPauses ??= current.run(undefined, watchPauses)
  const lateAt = performance.now() + limitMs
  const wait = { lateAt, pausedBefore: pausedMs(), onLate, budget, index: waits.length }
  waits.push(wait)
  budget?.beginWait()
  return wait
}

/** Ends a wait, unless it is over already. */
export function endWait(wait: Wait | undefined): void {
  if (!wait || wait.index < 0) return
  const last = waits.pop()!
  if (last !== wait) {
    waits[wait.index] = last
    last.index = wait.index
  }
  wait.index = -1
  wait.budget?.endWait()
}

/**
 * Waits for `work` for at most `maxMs` and the rest of the caller's budget, and reduces the budget by the time. Calls
 * `onLate` when the time is over; `work` must settle then.
 */
export async function limitWait<T>(
  work: Promise<T>,
  maxMs: number,
  onLate: () => void,
): Promise<T> {
  const wait = startWait(maxMs, onLate)
  try {
    return await work
  } finally {
    endWait(wait)
  }
}

function endLateWaits(): void {
  if (waits.length === 0) {
    clearInterval(watch)
    unwatchPauses?.()
    watch = unwatchPauses = undefined
    return
  }
  const now = performance.now()
  const paused = pausedMs()
  const late = waits.filter((wait) => wait.lateAt + extensionOf(wait, paused) <= now)
  // After a pause of this process, a response may have arrived that is not read yet: read it first.
  if (late.length > 0)
    setImmediate(() => {
      for (const wait of late) {
        if (wait.index < 0) continue
        endWait(wait)
        wait.onLate()
      }
    })
}

/** Returns by how many ms pauses extend a wait: its time is a limit for the database, not for this process. */
function extensionOf({ budget, pausedBefore }: Wait, paused: number): number {
  if (budget && !budget.isPatient) return 0
  return Math.min(paused - pausedBefore, EXTENSION_MS_MAX)
}
