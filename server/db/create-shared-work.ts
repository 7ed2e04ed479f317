import { setTimeout as delay } from 'node:timers/promises'
import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Scope } from './context.ts'
import { isDatabaseUnavailable, sqlState } from './pool.ts'
import { shardOf } from './shards.ts'

/** How long a workspace that works alone keeps others from starting. */
const SLOT_MS = 200
/** From when on a workspace that works alone counts as slow. */
const SLOW_MS = 1_000

/** A statement that took too long, or waited too long for a lock. */
const TOO_SLOW = new Set(['57014', '55P03'])

/**
 * Options of `createSharedWork`. `together` does the calls of several workspaces of one server; when it rejects, it has done
 * nothing. `alone` does one call; calls of one workspace may share it. `isLarge`: whether a call is too large for the others.
 */
type SharedWorkOptions<C extends { scope: Scope }, O> = {
  name: string
  maxBatch: number
  together: (calls: C[]) => Promise<Outcome<O>[]>
  alone: (call: C) => Promise<O>
  isLarge?: (call: C) => boolean
}

/**
 * Creates a function that does work for a workspace, together with that for other workspaces of the server which arrives while
 * earlier work is done. A workspace with locked rows, or one whose work is refused, neither delays nor fails the others: when
 * the work of several fails, each does it alone, and one that fails alone or is slow stays alone until it is quick again.
 */
export function createSharedWork<C extends { scope: Scope }, O>(
  options: SharedWorkOptions<C, O>,
): (call: C) => Promise<O> {
  const { name, maxBatch, together, alone, isLarge = () => false } = options
  /** The workspaces that failed alone, or were slow, when they last worked. */
  const apart = new Set<string>()

  async function workAlone(call: C): Promise<O> {
    const { workspaceId } = call.scope
    const startedAt = performance.now()
    apart.add(workspaceId)
    const result = await alone(call)
    if (performance.now() - startedAt < SLOW_MS || isLarge(call)) apart.delete(workspaceId)
    return result
  }

  /** Starts calls alone. Nobody waits for their results here. */
  function startAlone(calls: C[]): { alone: Promise<O> }[] {
    const started = calls.map((call) => ({ alone: workAlone(call) }))
    for (const each of started) each.alone.catch(() => undefined)
    return started
  }

  const share = coalesce<C, Outcome<O> | { alone: Promise<O> }>({
    name,
    maxBatch,
    concurrency: 2,
    keyOf: ({ scope }) => shardOf(scope),
    async run(calls) {
      const done = (values: (Outcome<O> | { alone: Promise<O> })[]) =>
        values.map((value) => ({ status: 'fulfilled' as const, value }))
      if (new Set(calls.map(({ scope }) => scope.workspaceId)).size === 1) {
        const started = startAlone(calls)
        const stop = new AbortController()
        const all = Promise.allSettled(started.map((each) => each.alone))
        await Promise.race([all, delay(SLOT_MS, undefined, stop).catch(() => undefined)])
        stop.abort()
        return done(started)
      }
      try {
        return done(await together(calls))
      } catch (err) {
        if (isDatabaseUnavailable(err) && !TOO_SLOW.has(sqlState(err) ?? '')) throw err
        if (!(err instanceof AppError)) {
          const { log } = firstOf(calls).scope
          log.info({ err, work: name }, 'work of several workspaces failed, each does it alone')
        }
        return done(startAlone(calls))
      }
    },
  })

  return async (call) => {
    if (apart.has(call.scope.workspaceId) || isLarge(call)) return workAlone(call)
    const result = await share(call)
    if ('alone' in result) return result.alone
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}
