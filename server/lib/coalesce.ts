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
 * batch waits for more inputs.
 */
type CoalesceOptions<I, O> = {
  maxBatch: number
  run: (inputs: I[]) => Promise<Outcome<O>[]>
  concurrency?: number
  gatherMs?: number
  keyOf?: (input: I) => unknown
}

type Lane<I, O> = {
  running: number
  isStarting: boolean
  inputs: I[]
  waiters: PromiseWithResolvers<O>[]
}

/**
 * Returns a function that gathers the calls that arrive while an earlier batch is in progress.
 * A call that finds a free slot starts together with the other calls of the same turn of the event loop, and
 * waits for no others, so requests that were read together stay together. Inputs of different keys never share
 * a batch, and each key has `concurrency` slots of its own. An idle key takes no memory.
 * With `gatherMs`, every batch waits that long for more inputs: fewer batches, but later results.
 * When `run` rejects, every input of that batch rejects with the same reason.
 */
export function coalesce<I, O>(options: CoalesceOptions<I, O>): (input: I) => Promise<O> {
  const { maxBatch, run, concurrency = 1, gatherMs = 0, keyOf } = options
  const lanes = new Map<unknown, Lane<I, O>>()

  function start(key: unknown, lane: Lane<I, O>): void {
    let { inputs, waiters } = lane
    if (inputs.length > maxBatch) {
      inputs = lane.inputs.splice(0, maxBatch)
      waiters = lane.waiters.splice(0, maxBatch)
    } else {
      lane.inputs = []
      lane.waiters = []
    }
    lane.running++
    let batch: Promise<Outcome<O>[]>
    try {
      batch = run(inputs)
    } catch (error) {
      batch = Promise.reject(error)
    }
    batch.then(
      (outcomes) => {
        // Start the next batch before the results of this one are handled.
        release(key, lane)
        settle(waiters, outcomes)
      },
      (reason: unknown) => {
        release(key, lane)
        for (const waiter of waiters) waiter.reject(reason)
      },
    )
  }

  function release(key: unknown, lane: Lane<I, O>): void {
    lane.running--
    if (lane.inputs.length > 0 && gatherMs === 0) start(key, lane)
    else if (lane.isStarting) return
    else if (lane.inputs.length > 0) startSoon(key, lane)
    else if (lane.running === 0) lanes.delete(key)
  }

  /** Starts after the current turn of the event loop has delivered all its calls. */
  function startSoon(key: unknown, lane: Lane<I, O>): void {
    lane.isStarting = true
    const soon = () => {
      lane.isStarting = false
      while (lane.inputs.length > 0 && lane.running < concurrency) start(key, lane)
      if (lane.running === 0) lanes.delete(key)
    }
    if (gatherMs > 0) setTimeout(soon, gatherMs)
    else setImmediate(soon)
  }

  return (input) => {
    const key = keyOf?.(input)
    let lane = lanes.get(key)
    if (lane === undefined) {
      lane = { running: 0, isStarting: false, inputs: [], waiters: [] }
      lanes.set(key, lane)
    }
    const waiter = Promise.withResolvers<O>()
    lane.inputs.push(input)
    lane.waiters.push(waiter)
    if (lane.running < concurrency && !lane.isStarting) startSoon(key, lane)
    return waiter.promise
  }
}

function settle<O>(waiters: PromiseWithResolvers<O>[], outcomes: Outcome<O>[]): void {
  for (const [index, waiter] of waiters.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined)
      waiter.reject(new Error('The batch returned no outcome for this input.'))
    else if (outcome.status === 'fulfilled') waiter.resolve(outcome.value)
    else waiter.reject(outcome.reason)
  }
}
