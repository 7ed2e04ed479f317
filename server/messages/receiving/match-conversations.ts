import { matchPeople } from '#contacts/match-people.ts'
import type { MatchedPerson } from '#contacts/person-facts.ts'
import { recordUsernames } from '#contacts/record-usernames.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Person } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { openChats } from '#conversations/open-chats.ts'
import type { OpenChatInput } from '#conversations/open-chats.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { PlatformMessage } from './platform-message.ts'

/** The conversation of a message, and its contact; `isBlocked`: the contact who wrote it is blocked. */
export type MatchedConversation = { chatId: string; personId: string; isBlocked: boolean }

/** The facts of a message by which its conversation is found. */
type AddressedInput = Pick<
  PlatformMessage,
  'channelId' | 'channelType' | 'customer' | 'groupId' | 'direction' | 'origin' | 'referral' | 'at'
>

/** The conversations of messages, by `conversationKey`, with the created conversations, and the contacts with new details. */
type MatchedConversations = {
  conversations: Map<string, MatchedConversation>
  createdChats: string[]
  filledPeople: Person[]
}

/** The messages of one customer in one conversation, with the contact found for them. */
type Group = { input: AddressedInput; personId: string; isBlocked: boolean; isAnnounced: boolean }

/**
 * Finds or creates the conversation of each customer's messages, in a bounded number of statements however many
 * customers and messages there are. `inputs` are in order of time. Locks: contacts in id order, then conversations in
 * id order.
 */
export async function matchConversations(
  tx: Scope,
  inputs: AddressedInput[],
): Promise<MatchedConversations> {
  const byConversation = Map.groupBy(inputs, conversationKey)
  const groups = [...byConversation.values()]
  const matched = await matchPeople(tx, groups.map(toFacts))
  const renamed = await renamePeople(tx, groups, matched)
  const filled = new Map(
    matched.flatMap(({ person, isFilled, matchedBy }) =>
      isFilled || (matchedBy !== null && renamed.has(person.id))
        ? [[person.id, toPerson(person)]]
        : [],
    ),
  )
  const withPeople = groups.map((messages, index): Group => {
    const { person } = matched[index]!
    const isBlocked = person.blocked_at !== null
    return {
      input: messages[0]!,
      personId: person.id,
      isBlocked,
      isAnnounced: !isBlocked && messages.some((message) => message.origin !== 'history'),
    }
  })
  const chats = await findChats(tx, withPeople)
  const conversations = new Map<string, MatchedConversation>()
  const createdChats: string[] = []
  const missing = withPeople.filter((group) => {
    const chat = findChat(chats, group)
    if (chat) conversations.set(conversationKey(group.input), toMatched(chat, group))
    return !chat
  })
  const shared = shareChats(missing)
  const opening = [...shared.keys()]
  const opened = await openChats(tx, opening.map(toOpenChat))
  for (const [index, { chat, created }] of opened.entries()) {
    const first = opening[index]!
    if (created && first.isAnnounced) createdChats.push(chat.id)
    for (const group of shared.get(first)!)
      conversations.set(conversationKey(group.input), toMatched(chat, group))
  }
  return { conversations, createdChats, filledPeople: [...filled.values()] }
}

/** Returns the key that messages of one conversation share: the channel, the customer's addresses, and the group. */
export function conversationKey(input: AddressedInput): string {
  return [input.channelId, input.groupId ?? '', ...input.customer.addresses].join(' ')
}

/** Returns a contact's details from the messages of that customer. */
function toFacts(messages: AddressedInput[]) {
  const { customer, channelType } = messages[0]!
  const seen = messages.findLast((message) => message.direction === 'inbound')
  return {
    name: messages.map((message) => message.customer.name).find(Boolean),
    phoneE164: customer.phoneE164,
    email: customer.email,
    identities: customer.identities,
    source: channelType,
    campaign: messages.map((message) => message.referral?.campaign).find(Boolean),
    language: messages.map((message) => message.customer.language).find(Boolean),
    seenAt: seen?.at,
  }
}

/** Records the usernames of the customers and returns the ids of the contacts whose username changed. */
async function renamePeople(
  tx: Scope,
  groups: AddressedInput[][],
  matched: MatchedPerson[],
): Promise<Set<string>> {
  const named = groups.flatMap((messages, index) => {
    const last = messages.findLast((message) => message.customer.username !== undefined)
    const { username } = last?.customer ?? {}
    return last && username
      ? [{ ...username, personId: matched[index]!.person.id, at: last.at }]
      : []
  })
  return new Set(await recordUsernames(tx, named))
}

type Found = {
  workspace_id: string
  id: string
  channel_id: string
  person_id: string
  recipient: string
  is_group: boolean
}

/** In a group the contact is the author, otherwise the one whom the conversation is with. */
function toMatched(
  chat: Pick<Found, 'id' | 'person_id' | 'is_group'>,
  group: Group,
): MatchedConversation {
  return {
    chatId: chat.id,
    personId: chat.is_group ? group.personId : chat.person_id,
    isBlocked: group.isBlocked,
  }
}

/** Locks the conversations with any of the addresses, and those of the same contacts, and returns them. */
async function findChats(tx: Scope, groups: Group[]): Promise<Found[]> {
  const wanted = groups.flatMap(({ input, personId }) =>
    addressesOf(input).map((address) => ({ channelId: input.channelId, address, personId })),
  )
  return lockGiven(tx, wanted)
}

type Wanted = { channelId: string; address: string; personId: string }

const lockGiven = gathered<Wanted, Found>((tx, wanted) => {
  const asked = wanted.rows('asked', {
    channel_id: ['uuid', (each) => each.channelId],
    recipient: ['text', (each) => each.address],
    person_id: ['uuid', (each) => each.personId],
  })
  return prepared<Found>`
    with asked as (
      select ${asked.columns} from ${asked}
    ), found as (
      select asked.workspace_id, chats.id
      from asked
      join chats on chats.workspace_id = asked.workspace_id
        and chats.channel_id = asked.channel_id and chats.recipient = asked.recipient
      union
      select asked.workspace_id, chats.id
      from asked
      join chats on chats.workspace_id = asked.workspace_id and chats.person_id = asked.person_id
    )
    select chats.workspace_id, chats.id, channel_id, person_id, recipient, is_group from found
    join chats on chats.workspace_id = found.workspace_id and chats.id = found.id
    order by chats.id for no key update of chats`.execute(tx.db)
})

function addressesOf(input: AddressedInput): string[] {
  return input.groupId === undefined ? input.customer.addresses : [input.groupId]
}

/**
 * Finds a customer's conversation: by any of the addresses, else by the contact. A second phone number of the contact
 * has its own conversation, so that a reply is sent to the number that wrote. On a hosted channel each address has its
 * own, because whoever holds the address reads it.
 */
function findChat(chats: Found[], { input, personId }: Group): Found | undefined {
  const here = chats.filter((chat) => chat.channel_id === input.channelId)
  const byAddress = addressesOf(input)
    .map((address) => here.find((chat) => chat.recipient === address))
    .find(Boolean)
  if (byAddress || input.groupId !== undefined || isHosted(input)) return byAddress
  const hasPhone = input.customer.addresses.some(isPhone)
  return here.find(
    (chat) =>
      chat.person_id === personId && !chat.is_group && !(hasPhone && isPhone(chat.recipient)),
  )
}

/**
 * Groups messages without a conversation by the first one that opens it: `findChat` among the conversations that the
 * others open.
 */
function shareChats(missing: Group[]): Map<Group, Group[]> {
  const shared = new Map<Group, Group[]>()
  const byAddress = new Map<string, Group>()
  const byPerson = new Map<string, Group[]>()
  for (const group of missing) {
    const { channelId, groupId, customer } = group.input
    const person = `${channelId} ${group.personId}`
    const hasPhone = customer.addresses.some(isPhone)
    const opener =
      addressesOf(group.input)
        .map((address) => byAddress.get(`${channelId} ${address}`))
        .find(Boolean) ??
      (groupId === undefined && !isHosted(group.input)
        ? byPerson
            .get(person)
            ?.find(({ input }) => !(hasPhone && isPhone(input.customer.addresses[0])))
        : undefined)
    if (opener) {
      shared.get(opener)!.push(group)
      continue
    }
    shared.set(group, [group])
    byAddress.set(`${channelId} ${addressesOf(group.input)[0]!}`, group)
    if (groupId === undefined) byPerson.set(person, [...(byPerson.get(person) ?? []), group])
  }
  return shared
}

function toOpenChat({ input, personId, isAnnounced }: Group): OpenChatInput {
  return {
    channelId: input.channelId,
    personId,
    recipient: input.groupId ?? input.customer.addresses[0],
    isGroup: input.groupId !== undefined,
    status: isAnnounced ? 'open' : 'closed',
  }
}

function isHosted({ channelType }: AddressedInput): boolean {
  return findPlatform(channelType).capabilities.isHosted
}

function isPhone(address: string): boolean {
  return /^\d+$/.test(address)
}
