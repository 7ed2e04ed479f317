import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { runHalves } from '#lib/run-halves.ts'
import { findTimeBudget, OutOfTimeError, withTimeBudget } from '#lib/time-budget.ts'
import type { TimeBudget } from '#lib/time-budget.ts'
import type { Scope } from './context.ts'
import { isDatabaseUnavailable, sqlState } from './pool.ts'
import { shardOf } from './shards.ts'

/** Most ms that one workspace delays others: each statement of several workspaces ends by then, and so does its wait for a lock. */
export const LIMIT_MS = 200
/** From when on a workspace that has exceeded no limit is slow. */
const SLOW_MS = 1_000
/** The limit where statements of several workspaces take long although none of their workspaces does. */
const LIMIT_MS_MAX = 3_200

/**
 * Least calls of a batch that starts beside another one. Two batches of one workspace wait for each other at its counter, and each costs
 * PostgreSQL about as much as ten of its calls, so a smaller one waits for the end of the other, and gathers more calls.
 */
export const BESIDE_MIN = 32

/** A statement that took too long or waited too long for a lock, or a workspace that changes its server. */
const CONCERNS_ONE = new Set(['57014', '55P03', 'WM001'])

/**
 * Options of `gatherOnServer`. `together` does the calls of several workspaces of one server, each of its statements in `limitMs`;
 * when it rejects, it has done nothing. Without it, each workspace runs apart. `apart` does calls of one workspace without that
 * limit, at most `apartMax` of them, with one `apartKeyOf`: by default all. `concurrency`: how many batches run at the same time, of
 * several workspaces and of each one, and `besideMin`: how many calls all but the first of them have at least. `isLarge`: whether a
 * call is too large for the others.
 */
type GatherOptions<C, O> = {
  name: string
  maxBatch: number
  together?: ((calls: C[], limitMs: number) => Promise<Outcome<O>[]>) | undefined
  apart: (calls: C[]) => Promise<Outcome<O>[]>
  apartMax?: number
  apartKeyOf?: (call: C) => string
  concurrency?: number
  besideMin?: number
  isLarge?: (call: C) => boolean
}

/** A call with the time of its caller, who waits for no batch with more. */
type Timed<C> = { call: C; budget: TimeBudget | undefined }

/** The outcome of a call, or the promise of its result when it runs apart. */
type Shared<O> = Outcome<O> | Started<O>

/**
 * Returns a function that gathers the calls of all workspaces of a server, as `coalesce` does.
 *
 * No workspace fails another one, or delays it longer than the limit: calls of several workspaces that fail, or exceed the limit, run
 * again, apart for each workspace. Later calls of a workspace that runs apart join it there, until calls of it have succeeded
 * quickly. If calls of one workspace fail, their halves run apart, so that only the call with the error fails.
 */
export function gatherOnServer<C extends { scope: Scope }, O>(
  options: GatherOptions<C, O>,
): (call: C) => Promise<O> {
  const { name, maxBatch, together, concurrency = 2, besideMin = BESIDE_MIN } = options
  const { startBusy, startSlow, findStarted } = createApartCalls(options)
  let limitMs = LIMIT_MS

  async function runShared(timed: Timed<C>[]): Promise<Shared<O>[]> {
    const calls = timed.map(({ call }) => call)
    const startAll = (start: (call: C) => Started<O>) =>
      timed.map(({ call, budget }) => withTimeBudget(budget, () => start(call)))
    if (!together || new Set(calls.map(workspaceOf)).size === 1) {
      const started = startAll(startBusy)
      await settledWithin(
        started.map((each) => each.apart),
        LIMIT_MS,
      )
      return started
    }
    try {
      const outcomes = await together(calls, limitMs)
      limitMs = Math.max(limitMs / 2, LIMIT_MS)
      return outcomes
    } catch (err) {
      const state = sqlState(err) ?? ''
      if (isDatabaseUnavailable(err) && !CONCERNS_ONE.has(state)) throw err
      // On a slow server, no batch would end within a fixed limit.
      if (state === '57014') limitMs = Math.min(limitMs * 2, LIMIT_MS_MAX)
      if (!(err instanceof AppError)) {
        const { log } = firstOf(calls).scope
        log.info({ err, work: name }, 'calls of several workspaces failed, each runs apart')
      }
      const quickMs = CONCERNS_ONE.has(state) ? limitMs : SLOW_MS
      return startAll((call) => startSlow(call, quickMs))
    }
  }

  const share = coalesce<Timed<C>, Shared<O>>({
    name: `${name}_together`,
    maxBatch,
    concurrency,
    besideMin,
    keyOf: ({ call }) => shardOf(call.scope),
    async run(timed) {
      const values = await runShared(timed)
      return values.map((value) => ({ status: 'fulfilled', value }))
    },
  })

  return async (call) => {
    // A statement of several workspaces cannot have the conditions of one viewer.
    const own = call.scope.viewer ? startBusy(call) : findStarted(call)
    const result = own ?? (await share({ call, budget: findTimeBudget() }))
    if ('apart' in result) return result.apart
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}

/** A call that runs apart. */
type Started<O> = { apart: Promise<O> }

/**
 * Creates functions that run calls apart for each workspace. `startBusy` starts a call that meets none of other workspaces, and `startSlow`
 * one that failed with others: its workspace runs apart until calls of it take less than `quickMs`. `findStarted` starts a call if
 * its workspace runs apart by then.
 */
function createApartCalls<C extends { scope: Scope }, O>(options: GatherOptions<C, O>) {
  const { name, maxBatch, apart, apartMax = maxBatch, isLarge = () => false } = options
  const { apartKeyOf = workspaceOf, concurrency = 2, besideMin = BESIDE_MIN } = options
  /** The workspaces whose calls failed or were slow, with the ms within which calls of them are quick again. */
  const slow = new Map<string, number>()
  /** The workspaces that run apart because they met no others, with their calls in progress. */
  const busy = new Map<string, number>()

  async function runApart(calls: C[]): Promise<Outcome<O>[]> {
    try {
      return await apart(calls)
    } catch (err) {
      // Parts of the calls would fail as well when the error says nothing of them.
      if (calls.length === 1 || isDatabaseUnavailable(err) || err instanceof OutOfTimeError)
        throw err
      return runHalves(calls, runApart)
    }
  }

  const gatherApart = coalesce<C, O>({
    name,
    maxBatch: apartMax,
    concurrency,
    besideMin,
    keyOf: apartKeyOf,
    run: runApart,
  })

  async function callApart(call: C): Promise<O> {
    const workspaceId = workspaceOf(call)
    const quickMs = slow.get(workspaceId) ?? SLOW_MS
    const startedAt = performance.now()
    let isQuick = false
    try {
      const result = await gatherApart(call)
      isQuick = performance.now() - startedAt < quickMs || isLarge(call)
      return result
    } finally {
      if (isQuick) slow.delete(workspaceId)
      else slow.set(workspaceId, quickMs)
    }
  }

  async function callBusy(call: C): Promise<O> {
    const workspaceId = workspaceOf(call)
    const others = () => busy.get(workspaceId) ?? 0
    busy.set(workspaceId, others() + 1)
    try {
      return await callApart(call)
    } finally {
      if (others() > 1) busy.set(workspaceId, others() - 1)
      else busy.delete(workspaceId)
    }
  }

  /** Nobody may wait for the result yet. */
  function start(result: Promise<O>): Started<O> {
    result.catch(() => undefined)
    return { apart: result }
  }

  return {
    startBusy: (call: C) => start(callBusy(call)),
    startSlow: (call: C, quickMs: number) => {
      slow.set(workspaceOf(call), quickMs)
      return start(callApart(call))
    },
    findStarted: (call: C): Started<O> | undefined => {
      if (!options.together) return start(gatherApart(call))
      const workspaceId = workspaceOf(call)
      if (slow.has(workspaceId) || isLarge(call)) return start(callApart(call))
      return busy.has(workspaceId) ? start(callBusy(call)) : undefined
    },
  }
}

function workspaceOf({ scope }: { scope: Scope }): string {
  return scope.workspaceId
}

/** Waits until all promises are settled, at most `ms`. */
async function settledWithin(promises: Promise<unknown>[], ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([Promise.allSettled(promises), late])
  clearTimeout(timer)
}
