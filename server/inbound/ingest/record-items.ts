import type { Scope } from '#context.ts'
import type { PendingEvent } from '#messages/receiving/platform-message.ts'
import { findChannels } from './find-channels.ts'
import type { FoundChannel } from './find-channels.ts'
import type { Item, Source } from '#platforms/item.ts'
import { recordEventItems } from './record-event-items.ts'
import { recordMessageItems } from './record-message-items.ts'
import { recordStatusItems } from './record-status-items.ts'

/** What became of an item, as it is kept with its payload. */
export type ItemOutcome = {
  kind: string
  result: 'recorded' | 'repeated' | 'parked' | 'kept' | 'failed'
  platform_message_id?: string | undefined
  message_id?: string | null
  status?: string
  field?: string
  reason?: string | undefined
}

/** An item that is recorded: its place in the list, and its channel. */
export type Placed<K extends Item['kind']> = {
  index: number
  channel: FoundChannel
  item: Extract<Item, { kind: K }>
}

/** What recording some of the items came to: outcomes by the items' places in the list. */
export type Recorded = { outcomes: [index: number, outcome: ItemOutcome][]; events: PendingEvent[] }

/**
 * Records items of one workspace and gives what became of each, in order: in a bounded number of statements, however
 * many of them there are.
 *
 * Runs in the caller's transaction, which records `events` at its end. What is said of people comes first, so that
 * their messages find them. Locks: channels by id, messages by id, then people and chats.
 */
export async function recordItems(
  tx: Scope,
  items: Item[],
): Promise<{ outcomes: ItemOutcome[]; events: PendingEvent[] }> {
  const outcomes = items.map(toPlainOutcome)
  const channelOf = await findChannels(tx, items)
  const place = <K extends 'message' | 'status' | 'update' | 'watermark'>(kind: K): Placed<K>[] =>
    items.flatMap((item, index) => {
      if (item.kind !== kind) return []
      const channel = channelOf(item as Source)
      return channel ? [{ index, channel, item: item as Extract<Item, { kind: K }> }] : []
    })
  const recorded: Recorded[] = [
    await recordEventItems(tx, items, channelOf),
    await recordStatusItems(tx, place('status')),
    await recordMessageItems(tx, {
      messages: place('message'),
      updates: place('update'),
      watermarks: place('watermark'),
    }),
  ]
  for (const [index, outcome] of recorded.flatMap((each) => each.outcomes))
    outcomes[index] = outcome
  return { outcomes, events: recorded.flatMap((each) => each.events) }
}

/** Of an item that is not recorded: what it is, and why. */
function toPlainOutcome(item: Item): ItemOutcome {
  if (item.kind === 'problem')
    return {
      kind: item.about,
      result: 'failed',
      reason: item.reason,
      platform_message_id: item.platformMessageId,
    }
  if (item.kind === 'kept') return { kind: item.about, result: 'kept', reason: item.reason }
  return { kind: item.kind, result: 'kept', reason: 'unknown_account' }
}
