import { present } from '#lib/present.ts'

/** A turn that starts attempts of an endpoint of this workspace. `wake` makes it ask again. */
export type Starter = {
  workspaceId: string
  /** It waits until it may start an attempt. */
  isWaiting: boolean
  /** It waited, and may start one attempt now. */
  isGranted: boolean
  /** The attempts that it could start when it began to wait. */
  wanted: number
  wake: () => void
}

/** Decides when the turns of a process start their attempts. */
export type StartOrder = {
  /**
   * Returns whether a turn that could start `wanted` attempts may start one now. If not, it waits, and is woken when it may.
   * `isSlow`: a short wait changes nothing for its endpoint, which takes long to answer, or fails.
   */
  mayStart: (starter: Starter, wanted: number, isSlow: boolean) => boolean
}

/** Clock and timers of the order: `nextTurn` runs something in the next turn of the event loop. */
type StartTimers = {
  now: () => number
  nextTurn: (run: () => void) => void
  after: (ms: number, run: () => void) => void
}

/** Most attempts that start in one turn of the event loop. Each takes about 0.3 ms, in which the process does nothing else. */
const STARTS_AT_ONCE = 4

/** The time between two starts of slow endpoints. */
const SLOW_GAP_MS = 2

/** The time over which the starts of slow endpoints are spread that become possible in the same moment. */
const SPREAD_MS = 250

const systemTimers: StartTimers = {
  now: () => performance.now(),
  nextTurn: (run) => void setImmediate(run),
  after: (ms, run) => void setTimeout(run, ms),
}

/**
 * Creates the order of a process. Only a few attempts start in one turn of the event loop, so that the results of statements and
 * responses are read in between, and workspaces take turns. Attempts of slow endpoints start one after the other: a hundred that
 * all took as long would else start in the same moment again and again, and delay all other endpoints each time.
 */
export function createStartOrder(timers: StartTimers = systemTimers): StartOrder {
  const ready = createRing()
  const slow = createRing()
  let started = 0
  let isScheduled = false
  let slowAt = -Infinity
  let isSpreading = false
  let share = 0

  function scheduleTurn(): void {
    if (isScheduled) return
    isScheduled = true
    timers.nextTurn(() => {
      isScheduled = false
      started = 0
      grant()
    })
  }

  function grant(): void {
    while (started < STARTS_AT_ONCE) {
      const next = ready.take()
      if (!next) return
      count()
      next.isWaiting = false
      next.isGranted = true
      next.wake()
    }
  }

  function count(): void {
    started++
    scheduleTurn()
  }

  /** Makes a part of the slow ones ready, so that all their attempts start within the time over which they are spread. */
  function spread(): void {
    share = Math.max(share, Math.ceil((slow.wanted() * SLOW_GAP_MS) / SPREAD_MS))
    for (let left = Math.min(STARTS_AT_ONCE, share, slow.size()); left > 0; left--)
      ready.add(slow.take()!)
    slowAt = timers.now()
    isSpreading = slow.size() > 0
    if (isSpreading) timers.after(SLOW_GAP_MS, spread)
    else share = 0
    grant()
  }

  function wait(starter: Starter, wanted: number, isSlow: boolean): false {
    starter.isWaiting = true
    starter.wanted = wanted
    if (!isSlow) ready.add(starter)
    else {
      slow.add(starter)
      if (!isSpreading) timers.after(SLOW_GAP_MS, spread)
      isSpreading = true
    }
    return false
  }

  return {
    mayStart(starter, wanted, isSlow) {
      if (starter.isGranted) {
        starter.isGranted = false
        return true
      }
      if (starter.isWaiting) return false
      if (started >= STARTS_AT_ONCE || ready.size() > 0) return wait(starter, wanted, isSlow)
      if (isSlow) {
        const now = timers.now()
        if (isSpreading || now - slowAt < SLOW_GAP_MS) return wait(starter, wanted, isSlow)
        slowAt = now
      }
      count()
      return true
    },
  }
}

/** Turns that wait. `take` returns the one that waits longest, of each workspace in turn. */
function createRing() {
  const byWorkspace = new Map<string, Starter[]>()
  let size = 0
  let wanted = 0
  return {
    size: () => size,
    /** The attempts that all of them could start. */
    wanted: () => wanted,
    add(starter: Starter) {
      size++
      wanted += starter.wanted
      const waiting = byWorkspace.get(starter.workspaceId)
      if (waiting) waiting.push(starter)
      else byWorkspace.set(starter.workspaceId, [starter])
    },
    take(): Starter | undefined {
      for (const [workspaceId, waiting] of byWorkspace) {
        const first = present(waiting.shift())
        size--
        wanted -= first.wanted
        // Its workspace goes to the end.
        byWorkspace.delete(workspaceId)
        if (waiting.length > 0) byWorkspace.set(workspaceId, waiting)
        return first
      }
      return undefined
    },
  }
}
