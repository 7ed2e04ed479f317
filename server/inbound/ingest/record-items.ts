import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import type { NewEvent } from '#events/new-event.ts'
import { recordPlatformHandovers } from '#messages/receiving/record-platform-handovers.ts'
import { findChannels } from './find-channels.ts'
import type { ItemOutcome, Placed, Recorded } from './item-outcome.ts'
import type { Item, Source } from '#platforms/item.ts'
import { lockReports } from './lock-reports.ts'
import { recordEventItems } from './record-event-items.ts'
import { recordMessageItems } from './record-message-items.ts'
import { recordStatusItems } from './record-status-items.ts'

/**
 * Records items of one workspace in a bounded number of statements; returns the outcome of each, in order.
 *
 * Items that are reports about accounts need `audience`. Runs in the caller's transaction, which records `events` at its end. Changes of contacts come first, so that their
 * messages find them. Locks: unknown reports by channel, messages by id, then contacts and conversations.
 */
export async function recordItems(
  tx: Scope,
  items: Item[],
  audience: Audience | undefined,
): Promise<{ outcomes: ItemOutcome[]; events: NewEvent[] }> {
  const outcomes = items.map(toPlainOutcome)
  const channelOf = await findChannels(tx, items)
  const place = <K extends 'message' | 'status' | 'update' | 'watermark'>(kind: K): Placed<K>[] =>
    items.flatMap((item, index) => {
      if (item.kind !== kind) return []
      const channel = channelOf(item as Source)
      return channel ? [{ index, channel, item: item as Extract<Item, { kind: K }> }] : []
    })
  const messageItems = {
    messages: place('message'),
    updates: place('update'),
    watermarks: place('watermark'),
  }
  await lockReports(tx, messageItems)
  const { handovers, ...events } = await recordEventItems(tx, items, channelOf, audience)
  const recorded: Recorded[] = [
    events,
    await recordStatusItems(tx, place('status')),
    await recordMessageItems(tx, messageItems),
    { outcomes: [], events: await recordPlatformHandovers(tx, handovers) },
  ]
  for (const [index, outcome] of recorded.flatMap((each) => each.outcomes))
    outcomes[index] = outcome
  return { outcomes, events: recorded.flatMap((each) => each.events) }
}

/** Returns the outcome of an item that is not recorded. */
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
