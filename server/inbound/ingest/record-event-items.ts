import { recordChannelEvents } from '#channels/record-channel-events.ts'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import type { ChannelOf } from './find-channels.ts'
import type { PlatformHandover } from '#messages/receiving/record-platform-handovers.ts'
import type { Item } from '#platforms/item.ts'
import type { Recorded } from './item-outcome.ts'
import { recordPersonChanges } from './record-person-changes.ts'

/**
 * Records events, each once, and what they change of contacts, groups, channels and templates. Returns the handovers
 * among them, which the caller records after the messages.
 */
export async function recordEventItems(
  tx: Scope,
  items: Item[],
  channelOf: ChannelOf,
  audience: Audience | undefined,
): Promise<Recorded & { handovers: PlatformHandover[] }> {
  const placed = items.flatMap((item, index) => {
    if (item.kind !== 'event') return []
    const channel = channelOf(item)
    // An event without an account is about the business account, and so about all its numbers.
    return item.account !== undefined && !channel ? [] : [{ index, channel, item }]
  })
  if (placed.length === 0) return { outcomes: [], events: [], handovers: [] }
  const ids = await recordChannelEvents(
    tx,
    placed.map(({ channel, item: { event, businessAccount } }) => ({
      ...event,
      channelId: channel?.id ?? null,
      businessAccount: businessAccount ?? null,
      event: event.event ?? null,
    })),
    audience,
  )
  const fresh = placed.filter((_, place) => ids[place] !== null)
  const events = await recordPersonChanges(
    tx,
    fresh.flatMap(({ channel, item, item: { event } }) =>
      channel && event.person
        ? [
            {
              channelId: channel.id,
              platform: item.platform,
              event: { ...event, person: event.person },
            },
          ]
        : [],
    ),
  )
  for (const { channel, item } of fresh)
    if (channel && item.event.group) await nameGroup(tx, channel.id, item.event.group)
  return {
    events,
    handovers: fresh.flatMap(({ channel, item: { event } }) =>
      channel && event.handover
        ? [
            {
              channelId: channel.id,
              channelType: channel.type,
              handover: event.handover,
              at: event.at,
            },
          ]
        : [],
    ),
    outcomes: placed.map(({ index, item: { event } }, place) => [
      index,
      {
        kind: 'event',
        field: event.field,
        result: ids[place] === null ? 'repeated' : 'recorded',
        ...(event.event !== undefined && { reason: event.event }),
      },
    ]),
  }
}

async function nameGroup(
  tx: Scope,
  channelId: string,
  group: { id: string; name: string },
): Promise<void> {
  await updateTable(tx, 'chats')
    .set({ title: group.name })
    .where('channel_id', '=', channelId)
    .where('recipient', '=', group.id)
    .execute()
}
