import { AppError } from '../errors.ts'
import { findTimeBudget, limitWait } from '../time-budget.ts'

/**
 * The kind of a read: a `report` reads all that there is of a period or a selection, a `list` a page or the results of a search,
 * whose cost grows with the data. A `page` is read by an index of its order, and shares its connection with others.
 */
export type ReadKind = 'page' | 'list' | 'report'

/** The slots of one database server in one process. */
export type ReadSlots = {
  /**
   * Runs a read as soon as its workspace and its kind have a free slot. A read that waits holds no connection.
   *
   * @throws {AppError} busy
   */
  run: <T>(read: { workspaceId: string; kind: ReadKind }, run: () => Promise<T>) => Promise<T>
}

/** How long a read waits for a slot; it counts towards the time that its request may wait for the database. */
const WAIT_MS = 4_000
/** The same once the response has begun, as for the next page of an export, which would break off. */
const LATER_WAIT_MS = 60_000
/** The most reads that wait: more could not get a slot in time. */
const WAITING_MAX = 500
const WAITING_MAX_OF_WORKSPACE = 200

/** Pages that are read at a time for each slot of others: their statements share two connections. */
const PAGES_OF_SLOT = 8

/** A slot that a read occupies: what it counts towards, and the most of each. */
type Place = readonly [key: string, max: number]

/**
 * Creates the slots for a pool of `connections`. Reads get at most six tenths of them, those of one workspace two thirds of
 * these, and reports half, so that no workspace and no report keeps others waiting: writes, sign-ins and health checks always
 * find a connection. Pages have slots apart, in the same proportions.
 */
export function createReadSlots(connections: number): ReadSlots {
  const all = Math.max(1, Math.floor(connections * 0.6))
  const ofWorkspace = Math.max(1, Math.floor((all * 2) / 3))
  const reports = Math.max(1, Math.floor(all / 2))
  const reportsOfWorkspace = Math.max(1, Math.floor((reports * 2) / 3))
  const used = new Map<string, number>()
  const waiting = new Set<{ workspaceId: string; places: Place[]; start: () => void }>()
  const waitingOf = new Map<string, number>()

  const placesOf = (workspaceId: string, kind: ReadKind): Place[] => {
    if (kind === 'page')
      return [
        ['page', all * PAGES_OF_SLOT],
        [`page ${workspaceId}`, ofWorkspace * PAGES_OF_SLOT],
      ]
    return [
      ['', all],
      [workspaceId, ofWorkspace],
      ...(kind === 'report'
        ? ([
            ['report', reports],
            [`report ${workspaceId}`, reportsOfWorkspace],
          ] as const)
        : []),
    ]
  }
  const areFree = (places: Place[]) => places.every(([key, max]) => (used.get(key) ?? 0) < max)
  const take = (places: Place[]) => {
    for (const [key] of places) count(used, key, 1)
  }
  const release = (places: Place[]) => {
    for (const [key] of places) count(used, key, -1)
    for (const next of waiting) {
      if (areFree(next.places)) next.start()
    }
  }

  async function enter(workspaceId: string, places: Place[]): Promise<void> {
    if (areFree(places)) return take(places)
    if (
      waiting.size >= WAITING_MAX ||
      (waitingOf.get(workspaceId) ?? 0) >= WAITING_MAX_OF_WORKSPACE
    )
      throw busy()
    const entered = Promise.withResolvers<void>()
    const one = {
      workspaceId,
      places,
      start() {
        take(places)
        leave()
        entered.resolve()
      },
    }
    const leave = () => {
      waiting.delete(one)
      count(waitingOf, workspaceId, -1)
    }
    waiting.add(one)
    count(waitingOf, workspaceId, 1)
    const waitMs = findTimeBudget()?.leftMs === Infinity ? LATER_WAIT_MS : WAIT_MS
    await limitWait(entered.promise, waitMs, () => {
      if (!waiting.has(one)) return
      leave()
      entered.reject(busy())
    })
  }

  return {
    async run({ workspaceId, kind }, run) {
      const places = placesOf(workspaceId, kind)
      await enter(workspaceId, places)
      try {
        return await run()
      } finally {
        release(places)
      }
    },
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

function busy(): AppError {
  return new AppError(
    'busy',
    'Too many reports, searches or lists run at the same time. Try again in a moment, or send fewer at once.',
    { headers: { 'retry-after': '1' } },
  )
}
