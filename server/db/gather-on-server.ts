import type { Context } from './context.ts'
import { inWorkspace } from './in-workspace.ts'
import { isDatabaseUnavailable, sqlState } from './pool.ts'
import { shardOf } from './shards.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { runHalves } from '#lib/run-halves.ts'
import { OutOfTimeError } from '#lib/time-budget.ts'

/** Most ms that the calls of several workspaces wait for a lock: what one of them waits for would delay the others. */
const LOCK_MS = 100

/**
 * Options of `gatherOnServer`. `run` returns the result of each input at its own index; it changes all or nothing, on the
 * database of `on`. With `lockMs` it waits no longer than that for a lock.
 */
type GatherOptions<I, O> = {
  name: string
  maxBatch: number
  concurrency?: number
  run: (on: Context, inputs: I[], lockMs: number | undefined) => Promise<Outcome<O>[]>
}

type Call<I> = { input: I; on: Context; isApart: boolean }

/** The batch of a call failed, so that the call runs apart from those of other workspaces. */
class RunsApart extends Error {}

/**
 * Returns a function that gathers the calls of all workspaces of a server, as `coalesce` does.
 *
 * No workspace fails another one, or delays it for long: calls that fail together, or that wait for a lock, run again, apart for each workspace
 * and without the limit of locks. Later calls of a workspace join it there until some have succeeded. If calls of one workspace
 * fail, their halves run apart, so that only the call with the error fails.
 */
export function gatherOnServer<I extends { workspaceId: string }, O>(
  context: Context,
  { run, ...options }: GatherOptions<I, O>,
): (input: I) => Promise<O> {
  const apart = new Set<string>()
  const gather = coalesce<Call<I>, O>({
    ...options,
    keyOf: ({ input, on, isApart }) => (isApart ? input.workspaceId : shardOf(on)),
    run: (calls) => (firstOf(calls).isApart ? runApart(calls) : runTogether(calls)),
  })
  const runAll = (calls: Call<I>[], lockMs?: number) =>
    run(
      firstOf(calls).on,
      calls.map(({ input }) => input),
      lockMs,
    )

  async function runTogether(calls: Call<I>[]): Promise<Outcome<O>[]> {
    try {
      return await runAll(calls, LOCK_MS)
    } catch (err) {
      if (!concernsOne(err) && (calls.length === 1 || isFinal(err))) throw err
      for (const { input } of calls) apart.add(input.workspaceId)
      throw new RunsApart('The calls of each workspace run apart.', { cause: err })
    }
  }

  async function runApart(calls: Call<I>[]): Promise<Outcome<O>[]> {
    try {
      const outcomes = await runAll(calls)
      apart.delete(firstOf(calls).input.workspaceId)
      return outcomes
    } catch (err) {
      if (calls.length === 1 || isFinal(err)) throw err
      return runHalves(calls, runApart)
    }
  }

  return async (input) => {
    const { workspaceId } = input
    if (!apart.has(workspaceId))
      try {
        return await gather({ input, on: await inWorkspace(context, workspaceId), isApart: false })
      } catch (err) {
        if (!(err instanceof RunsApart)) throw err
      }
    return gather({ input, on: await inWorkspace(context, workspaceId), isApart: true })
  }
}

/** Returns whether an error says nothing of the calls, so that parts of them would fail as well. */
function isFinal(err: unknown): boolean {
  return isDatabaseUnavailable(err) || err instanceof OutOfTimeError
}

/** Returns whether an error concerns only one of the workspaces: its rows are locked, or it changes its server. */
function concernsOne(err: unknown): boolean {
  return ['55P03', 'WM001'].includes(sqlState(err) ?? '')
}
