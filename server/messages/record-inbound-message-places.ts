import { sql } from 'kysely'
import { matchPerson } from '../contacts/match-person.ts'
import { toPerson } from '../contacts/schema.ts'
import type { Person } from '../contacts/schema.ts'
import type { Scope } from '../context.ts'
import { openChat } from '../conversations/open-chat.ts'
import type { InboundMessage } from './record-inbound-messages.ts'

/** The chat and the person that a message belongs to. */
export type Place = { chatId: string; personId: string }

/**
 * The place of each sender, by `senderKey`, the ids of the chats that were made and the people of whom more is
 * known now: one look for each sender,
 * however many messages they wrote. Locks: people in the order of their addresses, then chats in id order.
 */
export async function findPlaces(
  tx: Scope,
  inputs: InboundMessage[],
): Promise<{ places: Map<string, Place>; createdChats: string[]; filledPeople: Person[] }> {
  const senders = new Map<string, { input: InboundMessage; personId: string; seenAt: Date }>()
  for (const input of inputs)
    senders.set(senderKey(input), { input, personId: '', seenAt: input.at })
  // In one order for all writers, so that two batches with the same people do not wait for each other in a ring.
  const ordered = [...senders.values()].toSorted((a, b) =>
    senderKey(a.input) < senderKey(b.input) ? -1 : 1,
  )
  const filledPeople: Person[] = []
  for (const each of ordered) {
    const { sender, channelType } = each.input
    const { person, isFilled } = await matchPerson(tx, {
      name: sender.name,
      phoneE164: sender.phoneE164,
      identities: sender.identities,
      source: channelType,
      seenAt: each.seenAt,
    })
    each.personId = person.id
    if (isFilled) filledPeople.push(toPerson(person))
  }
  const chats = await findChats(tx, ordered)
  const places = new Map<string, Place>()
  const createdChats: string[] = []
  const withChat = ordered.map((each) => ({ ...each, found: findChat(chats, each) }))
  await lockChats(
    tx,
    withChat.flatMap(({ found }) => found?.id ?? []),
  )
  // New chats have the newest ids, so they come last in the order of locks.
  for (const each of withChat) {
    const { input } = each
    let chat = each.found ?? findChat(chats, each)
    if (!chat) {
      const opened = await openChat(tx, {
        channelId: input.channelId,
        personId: each.personId,
        recipient: input.sender.addresses[0],
      })
      chat = opened.chat
      if (opened.created) createdChats.push(chat.id)
      // The same person may stand in the batch under another address too.
      chats.push(chat)
    }
    places.set(senderKey(input), { chatId: chat.id, personId: chat.person_id })
  }
  return { places, createdChats, filledPeople }
}

async function lockChats(tx: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select id from chats
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for no key update`.execute(tx.db)
}

/** What makes two messages the same sender's: the channel and the addresses. */
export function senderKey(input: InboundMessage): string {
  return `${input.channelId} ${input.sender.addresses.join(' ')}`
}

type Found = { id: string; channel_id: string; person_id: string; recipient: string }
type FoundSender = { input: InboundMessage; personId: string }

/** The chats under any of the senders' addresses, and those of the same people. */
async function findChats(tx: Scope, senders: FoundSender[]): Promise<Found[]> {
  const addresses = senders.flatMap(({ input }) =>
    input.sender.addresses.map((address) => ({ channelId: input.channelId, address })),
  )
  const { rows } = await sql<Found>`
    select id, channel_id, person_id, recipient from chats
    where workspace_id = ${tx.workspaceId} and (channel_id, recipient) in (
      select * from unnest(
        ${addresses.map((each) => each.channelId)}::uuid[],
        ${addresses.map((each) => each.address)}::text[]
      )
    )
    union
    select id, channel_id, person_id, recipient from chats
    where workspace_id = ${tx.workspaceId}
      and person_id = any (${senders.map((each) => each.personId)}::uuid[])
    order by id`.execute(tx.db)
  return rows
}

/**
 * The chat of a sender: under any of its addresses, else the same person's. A phone that the person writes from
 * besides another phone gets a chat of its own, so that an answer goes where the question came from.
 */
function findChat(chats: Found[], { input, personId }: FoundSender): Found | undefined {
  const here = chats.filter((chat) => chat.channel_id === input.channelId)
  const byAddress = input.sender.addresses
    .map((address) => here.find((chat) => chat.recipient === address))
    .find(Boolean)
  const isPhone = (address: string) => /^\d+$/.test(address)
  const hasPhone = input.sender.addresses.some(isPhone)
  return (
    byAddress ??
    here.find((chat) => chat.person_id === personId && !(hasPhone && isPhone(chat.recipient)))
  )
}
