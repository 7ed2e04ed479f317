import { firstOf } from '#lib/first-of.ts'
import type { DueDelivery } from '../poll-deliveries.ts'

/** Snapshot of a queue when a poll starts: the deliveries it has, and those of them that failed. */
export type QueueMark = { ids: string[]; failed: Set<string>; order: number }

/** A delivery that must wait until `previousId` is finished. */
export type HeldDelivery = { id: string; orderingKey: string; previousId: string }

/** Queue of the deliveries of one endpoint that a worker has. */
export type DeliveryQueue = {
  /** Number of deliveries that have not started. */
  waiting: () => number
  /** Number of deliveries that the database still shows as due: waiting, in flight, or being recorded. */
  known: () => number
  mark: () => QueueMark
  /** Adds what a poll since `mark` found; returns those that must wait for an earlier delivery that is not in the queue. */
  add: (found: DueDelivery[], mark: QueueMark) => HeldDelivery[]
  /** Returns whether a delivery may start: its ordering key, if it has one, is not in flight. */
  hasNext: () => boolean
  /** Removes and returns the next delivery that may start. */
  next: () => DueDelivery | undefined
  /** Ends an attempt. If it holds back the later ones of its key, removes those and returns how many. */
  end: (delivery: DueDelivery, isHolding: boolean) => number
  /** Forgets a delivery whose result is stored. */
  forget: (delivery: DueDelivery) => void
  clear: () => void
}

/**
 * Creates a queue in order of creation. Of one ordering key it starts one delivery at a time, and none after one that
 * holds the later ones back. For an endpoint that keeps no order, deliveries have no keys.
 */
export function createDeliveryQueue(): DeliveryQueue {
  const known = new Set<string>()
  const inFlight = new Set<string>()
  const failures = new Map<string, { id: string; order: number }>()
  const failed = new Set<string>()
  let waiting: DueDelivery[] = []
  let order = 0

  const findNext = () =>
    waiting.findIndex(({ orderingKey: key }) => key === null || !inFlight.has(key))

  /** Returns the delivery that failed and blocks a key, although a poll since `mark` may not have seen its result. */
  const findFailed = (key: string, mark: QueueMark) => {
    const failure = failures.get(key)
    const isUnseen = failure && (failure.order >= mark.order || mark.failed.has(failure.id))
    return isUnseen ? failure.id : undefined
  }

  return {
    waiting: () => waiting.length,
    known: () => known.size,
    mark: () => ({ ids: [...known], failed: new Set(failed), order }),
    add(found, mark) {
      const before = new Set(mark.ids).difference(mark.failed)
      const held: HeldDelivery[] = []
      for (const delivery of found) {
        const { id, orderingKey, previousId } = delivery
        const failedId = orderingKey === null ? undefined : findFailed(orderingKey, mark)
        const blockedBy =
          failedId ?? (previousId !== null && !before.has(previousId) ? previousId : undefined)
        if (orderingKey !== null && blockedBy !== undefined)
          held.push({ id, orderingKey, previousId: blockedBy })
        else {
          before.add(id)
          known.add(id)
          waiting.push(delivery)
        }
      }
      return held
    },
    hasNext: () => findNext() >= 0,
    next() {
      const index = findNext()
      if (index < 0) return undefined
      const delivery = firstOf(waiting.splice(index, 1))
      if (delivery.orderingKey !== null) inFlight.add(delivery.orderingKey)
      return delivery
    },
    end({ id, orderingKey: key }, isHolding) {
      if (key === null) return 0
      inFlight.delete(key)
      if (!isHolding) return 0
      failures.set(key, { id, order: order++ })
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
