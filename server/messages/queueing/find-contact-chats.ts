import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { SendInput } from './read-send-input.ts'
import { joinContactState } from './join-contact-state.ts'
import type { ChatRow } from './join-contact-state.ts'

/** A contact to send to: by its id, or by a phone number in E.164. */
export type Addressee = Pick<SendInput, 'personId' | 'phoneE164'>

/** A conversation of a contact on a channel. */
export type ContactChat = Omit<ChatRow, 'phones'> & { recipient: string; activity_at: Date }

/**
 * Finds the conversation of a contact on each of `channels`, by the id of the channel. Groups do not count.
 *
 * A phone number has its conversation under any of its spellings, else the one in which the platform hides the number.
 * Another number of the same contact has a conversation of its own. A contact by id has the most recently active one.
 */
export async function findContactChats(
  scope: Scope,
  addressee: Addressee,
  channels: { id: string; type: ChannelType }[],
): Promise<Map<string, ContactChat>> {
  if (channels.length === 0) return new Map()
  const addresses = channels.flatMap((channel) =>
    addressesOf(channel.type, addressee.phoneE164).map((recipient) => ({
      channelId: channel.id,
      recipient,
    })),
  )
  const asked = bulkRows('asked', addresses, {
    channel_id: ['uuid', (each) => each.channelId],
    recipient: ['text', (each) => each.recipient],
  })
  const { rows } = await sql<ContactChat>`
    select id as chat_id, person_id, channel_id, recipient, window_expires_at,
      coalesce(last_message_at, created_at) as activity_at, is_blocked, is_opted_out
    from chats
    ${joinContactState(scope.workspaceId)}
    where workspace_id = ${scope.workspaceId} and not is_group
      and channel_id = any (${channels.map(({ id }) => id)}::uuid[])
      and id = any (array(
        select chats.id
        from ${asked}
        join chats on workspace_id = ${scope.workspaceId}
          and chats.channel_id = asked.channel_id and chats.recipient = asked.recipient
        union
        select chats.id from chats
        where workspace_id = ${scope.workspaceId} and person_id in (${ownersSql(scope, addressee)})
      ))
    order by activity_at desc, id desc`.execute(scope.db)
  const found = new Map<string, ContactChat>()
  for (const { id, type } of channels) {
    const here = rows.filter((row) => row.channel_id === id)
    const own = addressesOf(type, addressee.phoneE164)
    const chat =
      here.find(({ recipient }) => own.includes(recipient)) ??
      here.find(({ recipient }) => own.length === 0 || !isPhone(recipient))
    if (chat) found.set(id, chat)
  }
  return found
}

/** Returns the platform's addresses of a phone number in all its spellings; none where it addresses no phones. */
function addressesOf(type: ChannelType, phoneE164: string | undefined): string[] {
  const { addressPhone } = findPlatform(type)
  if (phoneE164 === undefined || !addressPhone) return []
  return phoneMatchKeys(phoneE164).map((phone) => addressPhone(phone).recipient)
}

/** Selects the ids of the contacts that an addressee may be; merged ones as those they were merged into. */
export function ownersSql(scope: Scope, { personId, phoneE164 }: Addressee) {
  if (personId !== undefined)
    return sql<string>`
      select coalesce(merged_into_id, id) from people
      where workspace_id = ${scope.workspaceId} and id = ${personId}`
  const phones = phoneMatchKeys(phoneE164!)
  return sql<string>`
    select coalesce(merged_into_id, people.id)
    from identities
    join people on people.workspace_id = ${scope.workspaceId} and people.id = identities.person_id
    where identities.workspace_id = ${scope.workspaceId}
      and (kind, value) in (
        select 'phone_e164', unnest(${phones}::text[])
        union all
        select 'wa_id', substr(unnest(${phones}::text[]), 2)
      )`
}

function isPhone(address: string): boolean {
  return /^\d+$/.test(address)
}
