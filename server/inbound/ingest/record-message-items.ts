import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { recordMessageStatuses } from '#messages/state/record-message-statuses.ts'
import { recordMessageUpdates } from '#messages/state/record-message-updates.ts'
import { recordWatermarks } from '#messages/state/record-watermarks.ts'
import type { Watermark } from '#messages/state/record-watermarks.ts'
import { recordPlatformMessages } from '#messages/receiving/record-platform-messages.ts'
import { plainStatus } from '#platforms/plain-status.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { placeOutcomes } from './item-outcome.ts'
import type { Placed, Recorded } from './item-outcome.ts'

/** Items that create or change messages. */
export type MessageItems = {
  messages: Placed<'message'>[]
  updates: Placed<'update'>[]
  watermarks: Placed<'watermark'>[]
}

/**
 * Records messages, then their updates: edits, revocations, reactions, and how far they were read. The caller holds the
 * locks of `lockReports`.
 */
export async function recordMessageItems(tx: Scope, items: MessageItems): Promise<Recorded> {
  const { messages, updates, watermarks } = items
  const recorded: Recorded = { outcomes: [], events: [] }
  const ours = messages.filter(({ item }) => item.message.direction === 'outbound')
  if (messages.length > 0) {
    const { outcomes, events } = await recordPlatformMessages(
      tx,
      messages.map(({ channel, item }) => ({
        ...item.message,
        channelId: channel.id,
        channelType: channel.type,
        cause: item.cause,
      })),
    )
    recorded.events.push(...events)
    recorded.outcomes.push(
      ...placeOutcomes(messages, outcomes, ({ message }) => ({
        kind: 'message',
        platform_message_id: message.platformMessageId,
      })),
    )
  }
  await nameGroups(tx, messages)
  if (updates.length > 0) {
    const { outcomes, events } = await recordMessageUpdates(
      tx,
      updates.map(({ channel, item }) => ({
        ...item.update,
        channelId: channel.id,
        channelType: channel.type,
      })),
    )
    recorded.events.push(...events)
    recorded.outcomes.push(
      ...placeOutcomes(updates, outcomes, ({ update }) => ({
        kind: update.kind,
        platform_message_id: update.platformMessageId,
      })),
    )
  }
  await recordReadMarks(tx, ours, watermarks, recorded)
  return recorded
}

/** Records watermarks, and applies earlier ones to our messages that arrived only now. */
async function recordReadMarks(
  tx: Scope,
  ours: Placed<'message'>[],
  watermarks: Placed<'watermark'>[],
  recorded: Recorded,
): Promise<void> {
  const late = ours.filter(({ channel }) => reportsWatermarks(channel.type))
  const again = late.flatMap(({ channel, item }) =>
    (['delivered', 'read'] as const).map((status): Watermark => {
      const [recipient] = item.message.customer.addresses
      return { channelId: channel.id, recipient, status, until: undefined }
    }),
  )
  const given: Watermark[] = []
  for (const { channel, item } of watermarks)
    given.push({
      ...item.watermark,
      channelId: channel.id,
      until: item.watermark.until ?? (await timeOf(tx, channel.id, item.mid)),
    })
  if (given.length + again.length === 0) return
  const { isNew, events } = await recordWatermarks(tx, [...given, ...again])
  recorded.events.push(...events)
  for (const [place, { index, channel, item }] of watermarks.entries()) {
    const isEarly = itemAt(given, place).until === undefined && item.mid !== undefined
    recorded.outcomes.push([
      index,
      {
        kind: 'watermark',
        result: isEarly
          ? await recordEarlyRead(tx, channel.id, item, recorded)
          : isNew[place]
            ? 'recorded'
            : 'repeated',
        status: item.watermark.status,
        ...(item.mid !== undefined && { platform_message_id: item.mid }),
      },
    ])
  }
}

/** Records that a message was read although it is not known yet. The report is applied when the message arrives. */
async function recordEarlyRead(
  tx: Scope,
  channelId: string,
  { mid, at, watermark }: Placed<'watermark'>['item'],
  recorded: Recorded,
): Promise<'parked' | 'repeated'> {
  const { outcomes, events } = await recordMessageStatuses(tx, channelId, [
    plainStatus({ platformMessageId: mid!, status: watermark.status, at }),
  ])
  recorded.events.push(...events)
  return firstOf(outcomes).result === 'repeated' ? 'repeated' : 'parked'
}

function reportsWatermarks(type: ChannelType): boolean {
  return findPlatform(type).capabilities.reportsWatermarks
}

async function timeOf(tx: Scope, channelId: string, mid?: string): Promise<Date | undefined> {
  if (mid === undefined) return undefined
  const row = await selectFrom(tx, 'messages')
    .select('created_at')
    .where('channel_id', '=', channelId)
    .where('platform_message_id', '=', mid)
    .executeTakeFirst()
  return row?.created_at
}

/** Sets names that the platform reported before for new group conversations. */
async function nameGroups(tx: Scope, messages: Placed<'message'>[]): Promise<void> {
  const groups = new Set(messages.flatMap(({ item }) => item.message.groupId ?? []))
  if (groups.size === 0) return
  await sql`
    update chats set title = named.name
    from (
      select distinct on (channel_id, data ->> 'group_id') channel_id, data ->> 'group_id' as group_id,
        data ->> 'subject' as name
      from channel_events
      where workspace_id = ${tx.workspaceId} and field = 'group_lifecycle_update'
        and data ->> 'group_id' = any (${[...groups]}::text[])
      order by channel_id, data ->> 'group_id', occurred_at desc
    ) as named
    where chats.workspace_id = ${tx.workspaceId} and chats.channel_id = named.channel_id
      and chats.recipient = named.group_id and chats.is_group
      and chats.title is null`.execute(tx.db)
}
