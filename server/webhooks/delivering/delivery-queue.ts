import type { DueDelivery } from './take-deliveries.ts'

/** What a queue knew when the database was asked: all it had in hand, and of it what had failed. */
export type QueueMark = { ids: string[]; failed: Set<string>; order: number }

/** The deliveries of one endpoint that a worker has in hand. */
export type DeliveryQueue = {
  /** Deliveries that wait for their turn. */
  waiting: () => number
  /** Deliveries that the database still shows as due: waiting, in flight, or being recorded. */
  known: () => number
  mark: () => QueueMark
  /** Takes in what the database found due at `mark`; gives those that must wait for an earlier one elsewhere. */
  add: (found: DueDelivery[], mark: QueueMark) => DueDelivery[]
  /** The next one that may start now. */
  next: () => DueDelivery | undefined
  /** Its exchange has ended. When it is to be tried again, the later ones of its key are put back: gives how many. */
  end: (delivery: DueDelivery, isPending: boolean) => number
  /** Its result is stored. */
  forget: (delivery: DueDelivery) => void
  clear: () => void
}

/**
 * A queue that gives deliveries in order of creation, and of one ordering key only one at a time, none after one
 * that failed. Where the endpoint is not ordered by conversation there are no keys.
 */
export function createDeliveryQueue(): DeliveryQueue {
  const known = new Set<string>()
  const inFlight = new Set<string>()
  const failures = new Map<string, number>()
  const failed = new Set<string>()
  let waiting: DueDelivery[] = []
  let order = 0

  return {
    waiting: () => waiting.length,
    known: () => known.size,
    mark: () => ({ ids: [...known], failed: new Set(failed), order }),
    add(found, mark) {
      const before = new Set(mark.ids).difference(mark.failed)
      const held: DueDelivery[] = []
      for (const delivery of found) {
        const { id, orderingKey: key, previousId } = delivery
        // A failure since then decides at the next look, when the database knows of it.
        if (key !== null && (failures.get(key) ?? -1) >= mark.order) continue
        if (previousId !== null && !before.has(previousId)) held.push(delivery)
        else {
          before.add(id)
          known.add(id)
          waiting.push(delivery)
        }
      }
      return held
    },
    next() {
      const index = waiting.findIndex(({ orderingKey: key }) => key === null || !inFlight.has(key))
      if (index < 0) return undefined
      const [delivery] = waiting.splice(index, 1)
      if (delivery!.orderingKey !== null) inFlight.add(delivery!.orderingKey)
      return delivery
    },
    end({ id, orderingKey: key }, isPending) {
      if (key === null) return 0
      inFlight.delete(key)
      if (!isPending) return 0
      failures.set(key, order++)
      failed.add(id)
      const later = waiting.filter((each) => each.orderingKey === key)
      for (const { id } of later) known.delete(id)
      waiting = waiting.filter((each) => each.orderingKey !== key)
      return later.length
    },
    forget({ id }) {
      known.delete(id)
      failed.delete(id)
    },
    clear() {
      for (const { id } of waiting) known.delete(id)
      waiting = []
    },
  }
}
