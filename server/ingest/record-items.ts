import type { Scope } from '../context.ts'
import { phoneMatchKeys } from '../lib/phone.ts'
import { recordInboundMessages } from '../messages/record-inbound-messages.ts'
import type { InboundMessage, PendingEvent } from '../messages/record-inbound-messages.ts'
import { recordMessageStatuses } from '../messages/record-message-statuses.ts'
import type { Item } from './read-items.ts'
import type { ParsedMessage } from './whatsapp/parse-message.ts'

/** What became of an item, as it is kept with its payload. */
export type ItemOutcome = {
  kind: string
  result: 'recorded' | 'repeated' | 'parked' | 'kept' | 'failed'
  platform_message_id?: string | undefined
  message_id?: string | null
  status?: string
  reason?: string | undefined
}

type Placed<T> = { index: number; channelId: string; item: T }

/**
 * Records items of one workspace, WhatsApp's messages and statuses, and gives what became of each, in order.
 *
 * Runs in the caller's transaction, which records `events` at its end. Locks: channels by id, messages by id,
 * then people and chats.
 */
export async function recordItems(
  tx: Scope,
  items: Item[],
): Promise<{ outcomes: ItemOutcome[]; events: PendingEvent[] }> {
  const outcomes = items.map(toPlainOutcome)
  const channels = await findChannels(tx, items)
  const messages: Placed<Extract<Item, { kind: 'message' }>>[] = []
  const statuses: Placed<Extract<Item, { kind: 'status' }>>[] = []
  items.forEach((item, index) => {
    if (item.kind !== 'message' && item.kind !== 'status') return
    const channelId = channels.get(item.account)
    if (channelId === undefined)
      outcomes[index] = { kind: item.kind, result: 'kept', reason: 'unknown_account' }
    else if (item.kind === 'message') messages.push({ index, channelId, item })
    else statuses.push({ index, channelId, item })
  })

  const events: PendingEvent[] = []
  const byChannel = Map.groupBy(statuses, (each) => each.channelId)
  for (const [channelId, group] of [...byChannel].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const recorded = await recordMessageStatuses(
      tx,
      channelId,
      group.map((each) => each.item.status),
    )
    events.push(...recorded.events)
    group.forEach(({ index, item: { status } }, place) => {
      const { result, messageId } = recorded.outcomes[place]!
      outcomes[index] = {
        kind: 'status',
        result,
        platform_message_id: status.platformMessageId,
        message_id: messageId,
        status: status.status,
      }
    })
  }
  if (messages.length > 0) {
    const recorded = await recordInboundMessages(
      tx,
      messages.map(({ channelId, item }) => toInbound(channelId, item.message)),
    )
    events.push(...recorded.events)
    messages.forEach(({ index, item: { message } }, place) => {
      const { result, messageId } = recorded.outcomes[place]!
      outcomes[index] = {
        kind: 'message',
        result,
        platform_message_id: message.platformMessageId,
        message_id: messageId,
      }
    })
  }
  return { outcomes, events }
}

function toPlainOutcome(item: Item): ItemOutcome {
  if (item.kind === 'problem')
    return {
      kind: item.about,
      result: 'failed',
      reason: item.reason,
      platform_message_id: item.platformMessageId,
    }
  return item.kind === 'kept'
    ? { kind: item.about, result: 'kept', reason: item.reason }
    : { kind: item.kind, result: 'kept' }
}

function toInbound(channelId: string, message: ParsedMessage): InboundMessage {
  const { waId, userId, phoneE164, name } = message.sender
  // Mexican, Argentine and Brazilian numbers are written in two ways; a chat may stand under either.
  const spellings = waId ? phoneMatchKeys(`+${waId}`).map((key) => key.slice(1)) : []
  const addresses = [...spellings, ...(userId ? [userId] : [])]
  return {
    channelId,
    channelType: 'whatsapp',
    platformMessageId: message.platformMessageId,
    sender: {
      addresses: addresses as [string, ...string[]],
      identities: [
        ...(waId ? [{ kind: 'wa_id' as const, value: waId }] : []),
        ...(userId ? [{ kind: 'bsuid' as const, value: userId }] : []),
      ],
      phoneE164,
      name,
    },
    type: message.type,
    text: message.text,
    content: message.content,
    at: message.at,
    opensWindow: message.opensWindow,
  }
}

async function findChannels(tx: Scope, items: Item[]): Promise<Map<string, string>> {
  const accounts = new Set(items.flatMap((item) => ('account' in item ? [item.account] : [])))
  if (accounts.size === 0) return new Map()
  const rows = await tx.db
    .selectFrom('channels')
    .select(['id', 'account'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('type', '=', 'whatsapp')
    .where('account', 'in', [...accounts])
    .execute()
  return new Map(rows.map((row) => [row.account, row.id]))
}
