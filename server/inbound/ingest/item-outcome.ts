import type { NewEvent } from '#events/new-event.ts'
import { itemAt } from '#lib/item-at.ts'
import type { Item } from '#platforms/item.ts'
import type { FoundChannel } from './find-channels.ts'

/** Outcome of an item, as it is stored with its payload. */
export type ItemOutcome = {
  kind: string
  result: 'recorded' | 'repeated' | 'parked' | 'kept' | 'failed'
  platform_message_id?: string | undefined
  message_id?: string | null
  status?: string
  field?: string
  reason?: string | undefined
}

/** Item to record, with its place in the list and its channel. */
export type Placed<K extends Item['kind']> = {
  index: number
  channel: FoundChannel
  item: Extract<Item, { kind: K }>
}

/** Outcomes of some of the items, by their places in the list, and the events to record. */
export type Recorded = { outcomes: [index: number, outcome: ItemOutcome][]; events: NewEvent[] }

/** Returns the outcomes of items that were recorded together. `describe` returns the facts of an item that do not depend on it. */
export function placeOutcomes<K extends Item['kind']>(
  placed: Placed<K>[],
  outcomes: (Pick<ItemOutcome, 'result'> & { messageId: string | null })[],
  describe: (item: Placed<K>['item']) => Omit<ItemOutcome, 'result' | 'message_id'>,
): Recorded['outcomes'] {
  return placed.map(({ index, item }, place) => {
    const { result, messageId } = itemAt(outcomes, place)
    return [index, { ...describe(item), result, message_id: messageId }]
  })
}
