import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { ChannelIdentity } from '../contacts/person-facts.ts'
import type { Scope } from '../context.ts'
import { chatQuery } from '../conversations/chat-query.ts'
import { toChat } from '../conversations/schema.ts'
import type { Messages } from '../db/types.ts'
import type { EventType } from '../events/catalogue.ts'
import { newId } from '../lib/ids.ts'
import { touchChats } from './record-inbound-message-chats.ts'
import { findPlaces, senderKey } from './record-inbound-message-places.ts'
import type { Place } from './record-inbound-message-places.ts'
import { toMessage } from './schema.ts'

/** Who wrote. `addresses`: how the platform may write them, the one that a new chat is opened with first. */
export type InboundSender = {
  addresses: [string, ...string[]]
  identities: ChannelIdentity[]
  phoneE164: string | undefined
  name: string | undefined
}

/** A message that a customer wrote; `at` is the platform's time, `content` a JSON value. */
export type InboundMessage = {
  channelId: string
  channelType: string
  platformMessageId: string
  sender: InboundSender
  type: string
  text: string | null
  content: unknown
  at: Date
  opensWindow: boolean
}

/** What became of one: a repeat changes nothing. */
export type InboundOutcome = { messageId: string; result: 'recorded' | 'repeated' }

/** An event that the caller records at the end of its transaction. */
export type PendingEvent = { type: EventType; data: unknown }

/** Rows of one insert: a statement takes at most 65,535 values. */
const ROWS_MAX = 1000

/**
 * Records customers' messages: each with its person, its chat (made when new), the chat's last message, unread
 * count and window. A message that is known already, or twice in the list, is a repeat.
 *
 * Runs in the caller's transaction, which records `events` at its end. Locks: people, then chats in id order.
 */
export async function recordInboundMessages(
  tx: Scope,
  inputs: InboundMessage[],
): Promise<{ outcomes: InboundOutcome[]; events: PendingEvent[] }> {
  const known = await findKnown(tx, inputs)
  const seen = new Set(known.keys())
  const fresh = inputs.filter((input) => {
    const isNew = !seen.has(keyOf(input))
    seen.add(keyOf(input))
    return isNew
  })
  const events: PendingEvent[] = []
  if (fresh.length > 0) {
    // Ids follow the platform's times, and within one second the order of arrival.
    const ordered = fresh.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const { places, createdChats, filledPeople } = await findPlaces(tx, ordered)
    const rows = await insertMessages(tx, ordered, places)
    for (const row of rows) known.set(rowKey(row), row.id)
    const opening = new Set(ordered.filter((input) => input.opensWindow).map(keyOf))
    await touchChats(
      tx,
      rows.map((row) => ({ row, opensWindow: opening.has(rowKey(row)) })),
    )
    events.push(
      ...filledPeople.map((data) => ({ type: 'contact.updated' as const, data })),
      ...(await toEvents(tx, rows, createdChats)),
    )
    // Somebody else recorded the same message at the same moment.
    if (rows.length < ordered.length)
      for (const [key, id] of await findKnown(tx, ordered)) known.set(key, id)
    const recorded = new Set(rows.map((row) => row.id))
    return { events, outcomes: toOutcomes(inputs, known, recorded) }
  }
  return { events, outcomes: toOutcomes(inputs, known, new Set()) }
}

function toOutcomes(
  inputs: InboundMessage[],
  known: Map<string, string>,
  recorded: Set<string>,
): InboundOutcome[] {
  return inputs.map((input) => {
    const messageId = known.get(keyOf(input))!
    const isFirst = recorded.delete(messageId)
    return { messageId, result: isFirst ? 'recorded' : 'repeated' }
  })
}

function keyOf(input: InboundMessage): string {
  return `${input.channelId} ${input.platformMessageId}`
}

function rowKey(row: { channel_id: string; platform_message_id: string | null }): string {
  return `${row.channel_id} ${row.platform_message_id}`
}

async function findKnown(tx: Scope, inputs: InboundMessage[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; channel_id: string; platform_message_id: string }>`
    select id, channel_id, platform_message_id from messages
    where workspace_id = ${tx.workspaceId} and platform_message_id is not null
      and (channel_id, platform_message_id) in (
        select * from unnest(
          ${inputs.map((input) => input.channelId)}::uuid[],
          ${inputs.map((input) => input.platformMessageId)}::text[]
        )
      )`.execute(tx.db)
  return new Map(rows.map((row) => [rowKey(row), row.id]))
}

async function insertMessages(
  tx: Scope,
  inputs: InboundMessage[],
  places: Map<string, Place>,
): Promise<Selectable<Messages>[]> {
  const rows = inputs.map((input) => {
    const { chatId, personId } = places.get(senderKey(input))!
    return {
      workspace_id: tx.workspaceId,
      id: newId(),
      chat_id: chatId,
      person_id: personId,
      channel_id: input.channelId,
      direction: 'inbound' as const,
      type: input.type,
      text: input.text,
      content: input.content === null ? null : JSON.stringify(input.content),
      status: 'received' as const,
      author_type: 'person' as const,
      author_id: personId,
      platform_message_id: input.platformMessageId,
      created_at: input.at,
    }
  })
  const inserted: Selectable<Messages>[] = []
  for (let at = 0; at < rows.length; at += ROWS_MAX)
    inserted.push(
      ...(await tx.db
        .insertInto('messages')
        .values(rows.slice(at, at + ROWS_MAX))
        .onConflict((oc) =>
          oc
            .columns(['workspace_id', 'channel_id', 'platform_message_id'])
            .where('platform_message_id', 'is not', null)
            .doNothing(),
        )
        .returningAll()
        .execute()),
    )
  return inserted
}

async function toEvents(
  tx: Scope,
  rows: Selectable<Messages>[],
  createdChats: string[],
): Promise<PendingEvent[]> {
  const chats =
    createdChats.length > 0
      ? await chatQuery(tx).where('chats.id', 'in', createdChats).execute()
      : []
  return [
    ...chats.map((chat) => ({ type: 'conversation.created' as const, data: toChat(chat) })),
    ...rows.map((row) => ({ type: 'message.received' as const, data: toMessage(tx, row) })),
  ]
}
