import { findCause, withCauses } from './cause.ts'
import type { Cause } from './cause.ts'
import { isRecorded } from './tracing/read-traceparent.ts'
import { isTracing, startSpan } from './tracing/start-span.ts'
import { batchSize, batchWait } from './metrics.ts'
import {
  endWait,
  findTimeBudget,
  OutOfTimeError,
  startWait,
  TimeBudget,
  withTimeBudget,
} from './time-budget.ts'
import type { Wait } from './time-budget.ts'

/** The result of one input of a batch, in the shape of `Promise.allSettled`. */
export type Outcome<O> = PromiseSettledResult<O>

/** Returns the result of `run` as an outcome: fulfilled, or rejected when it throws. */
export function toOutcome<O>(run: () => O): Outcome<O> {
  try {
    return { status: 'fulfilled', value: run() }
  } catch (err) {
    return { status: 'rejected', reason: err }
  }
}

/**
 * Options of `coalesce`. `run` returns the result of each input at its own index; `gatherMs` is how long a
 * batch waits for more inputs. Beside a running batch, another one of the key starts only with `besideMin` inputs: by default one. The metrics of its batches have the label `name`; without one there are none.
 */
type CoalesceOptions<I, O> = {
  name?: string
  maxBatch: number
  run: (inputs: I[]) => Promise<Outcome<O>[]>
  concurrency?: number
  besideMin?: number
  gatherMs?: number
  keyOf?: (input: I) => unknown
}

/**
 * A call that waits for its result. `budget` is the time that its caller can wait, and `wait` its use of it. `cause` is the request
 * that the caller works for.
 */
type Call<I, O> = {
  input: I
  resolve: (value: O) => void
  reject: (reason: unknown) => void
  budget: TimeBudget | undefined
  wait: Wait | undefined
  cause: Cause | undefined
  /** When it arrived, while traces are recorded. */
  at: number
}

type Lane<I, O> = {
  running: number
  isStarting: boolean
  calls: Call<I, O>[]
  /** When the first of `calls` arrived, for the metrics. */
  since: number
}

/**
 * Returns a function that gathers the calls that arrive while an earlier batch is in progress.
 * A call that finds a free slot starts together with the other calls of the same turn of the event loop, and
 * waits for no others, so requests that were read together stay together. Inputs of different keys never share
 * a batch, and each key has its own `concurrency` slots. An idle key takes no memory.
 * With `gatherMs`, every batch waits that long for more inputs: fewer batches, but later results.
 * When `run` rejects, every input of that batch rejects with the same reason.
 * A caller with a time budget waits no longer than that; if its batch has not started by then, it is not run for
 * this caller. A batch has almost as much time as the caller of it that can wait longest, so that it ends before. `findCauses`
 * returns the requests of a batch in the order of its inputs.
 */
export function coalesce<I, O>(options: CoalesceOptions<I, O>): (input: I) => Promise<O> {
  const { name, maxBatch, run, concurrency = 1, besideMin = 1, gatherMs = 0, keyOf } = options
  const lanes = new Map<unknown, Lane<I, O>>()

  const mayStart = ({ running, calls }: Lane<I, O>) =>
    calls.length > 0 && running < concurrency && (running === 0 || calls.length >= besideMin)

  function start(key: unknown, lane: Lane<I, O>): void {
    let { calls } = lane
    if (calls.length > maxBatch) calls = lane.calls.splice(0, maxBatch)
    else lane.calls = []
    lane.running++
    if (name !== undefined) observe(name, calls.length, lane.since)
    let batch: Promise<Outcome<O>[]>
    try {
      const inputs = calls.map((call) => call.input)
      const causes = calls.map((call) => call.cause)
      batch = withCauses(causes, () => withTimeBudget(longestBudget(calls), () => run(inputs)))
    } catch (error) {
      batch = Promise.reject(error)
    }
    if (isTracing() && name !== undefined) traceBatch(name, calls, batch)
    batch.then(
      (outcomes) => {
        // Start the next batch before the results of this one are handled.
        release(key, lane)
        settle(calls, outcomes)
      },
      (reason: unknown) => {
        release(key, lane)
        for (const call of calls) fail(call, reason)
      },
    )
  }

  function release(key: unknown, lane: Lane<I, O>): void {
    lane.running--
    if (mayStart(lane) && gatherMs === 0) start(key, lane)
    else if (lane.isStarting) return
    else if (mayStart(lane)) startSoon(key, lane)
    else if (lane.running === 0) lanes.delete(key)
  }

  /** Starts after the current turn of the event loop has delivered all its calls. */
  function startSoon(key: unknown, lane: Lane<I, O>): void {
    lane.isStarting = true
    const soon = () => {
      lane.isStarting = false
      while (mayStart(lane)) start(key, lane)
      if (lane.running === 0) lanes.delete(key)
    }
    if (gatherMs > 0) setTimeout(soon, gatherMs)
    else setImmediate(soon)
  }

  return (input) => {
    const key = keyOf?.(input)
    const lane = lanes.getOrInsertComputed(key, () => ({
      running: 0,
      isStarting: false,
      calls: [],
      since: 0,
    }))
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    const budget = findTimeBudget()
    const cause = findCause()
    const at = isTracing() ? performance.now() : 0
    const call: Call<I, O> = { input, resolve, reject, budget, wait: undefined, cause, at }
    call.wait = startWait(Infinity, () => {
      const index = lane.calls.indexOf(call)
      if (index >= 0) lane.calls.splice(index, 1)
      reject(new OutOfTimeError())
    })
    if (name !== undefined && lane.calls.length === 0) lane.since = performance.now()
    lane.calls.push(call)
    if (mayStart(lane) && !lane.isStarting) startSoon(key, lane)
    return promise
  }
}

function observe(batch: string, size: number, since: number): void {
  batchSize.observe({ batch }, size)
  batchWait.observe({ batch }, (performance.now() - since) / 1000)
}

/** Records a span for each call of a batch whose trace is recorded, from the call to the end of the batch. */
function traceBatch<O>(
  name: string,
  calls: { cause: Cause | undefined; at: number }[],
  batch: Promise<Outcome<O>[]>,
): void {
  const traced = calls.filter(({ cause }) => isRecorded(cause?.traceparent))
  if (traced.length === 0) return
  const begunAt = performance.now()
  const spans = traced.map(({ cause, at }) =>
    startSpan(`batch ${name}`, {
      parent: cause?.traceparent,
      startedAt: at,
      attributes: { 'parley.batch.size': calls.length, 'parley.batch.wait_ms': begunAt - at },
    }),
  )
  batch.then(
    () => spans.forEach((span) => span?.end()),
    (err: unknown) =>
      spans.forEach((span) => span?.end({}, err instanceof Error ? err.name : 'error')),
  )
}

/** How much earlier than its callers a batch ends, so that they get its own error. */
const MARGIN_MS = 250

/** Returns a budget of almost the longest of the calls, one that limits each statement, or undefined if a call has no limit. */
function longestBudget(calls: { budget: TimeBudget | undefined }[]): TimeBudget | undefined {
  let left = -Infinity
  let isPatient = true
  let forEach: TimeBudget | undefined
  for (const { budget } of calls) {
    left = Math.max(left, budget?.leftMs ?? Infinity)
    if (budget?.isForEach) forEach = budget
    isPatient &&= budget?.isPatient ?? true
  }
  if (left === Infinity) return undefined
  return forEach ?? new TimeBudget(left - MARGIN_MS, { isPatient })
}

function settle<I, O>(calls: Call<I, O>[], outcomes: Outcome<O>[]): void {
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index]!
    const outcome = outcomes[index]
    if (outcome === undefined)
      fail(call, new Error('The batch returned no outcome for this input.'))
    else if (outcome.status === 'rejected') fail(call, outcome.reason)
    else {
      endWait(call.wait)
      call.resolve(outcome.value)
    }
  }
}

function fail<I, O>(call: Call<I, O>, reason: unknown): void {
  endWait(call.wait)
  call.reject(reason)
}
