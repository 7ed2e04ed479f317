import { restorePlusOfPhone } from '#lib/to-e164.ts'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isTestKey } from '#channels/is-test-key.ts'
import { createPhoneFinder, readPhone } from '#contacts/read-phone.ts'
import { findPersonId } from '#contacts/find-person-id.ts'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { pick } from '#lib/pick.ts'
import type { CanSendQuery, ContactCanSend } from '../can-send-schema.ts'
import { nextMessageIn } from '../next-message-in.ts'
import { firstMessageOn } from './check-opening.ts'
import type { OpeningChannel } from './choose-channel.ts'
import { findContactChats, ownersSql } from './find-contact-chats.ts'
import type { Addressee, ContactChat } from './find-contact-chats.ts'
import { findContactPhone } from './find-contact-phone.ts'

/** Most channels that are listed. */
const CHANNELS_MAX = 200

type ChannelRow = OpeningChannel & { name: string; approved: number }
type PersonRow = NonNullable<ContactCanSend['person']> & {
  is_blocked: boolean
  is_opted_out: boolean
}
type Entry = ContactCanSend['channels'][number]

/**
 * Returns what can be sent to a contact, or to a phone number without one, on each channel: with its conversation there,
 * or as the first message of a new one.
 *
 * @throws {AppError} missing_target, validation_failed, invalid_phone, person_not_found, channel_not_found
 */
export async function canSendToContact(
  scope: Scope,
  query: Static<typeof CanSendQuery>,
): Promise<ContactCanSend> {
  const addressee = await readAddressee(scope, query)
  const person = await findPerson(scope, addressee)
  const phoneE164 =
    addressee.phoneE164 ?? (person ? await findContactPhone(scope, person.id) : undefined)
  const channels = await listChannels(scope, query.channel_id)
  const chats = await findContactChats(scope, addressee, channels)
  const isBlocked = person?.is_blocked ?? false
  const isOptedOut = person?.is_opted_out ?? false
  const now = scope.clock.now()
  const toEntry = (channel: ChannelRow): Entry => {
    const { id, type, name, approved } = channel
    const chat = chats.get(id)
    return {
      channel: { id, type, name },
      conversation_id: chat?.chat_id ?? null,
      ...(chat
        ? nextMessageIn({ ...channel, ...chat }, now)
        : {
            window: { status: 'unknown' as const, expires_at: null },
            ...firstMessageOn(channel, { phoneE164, isBlocked, isOptedOut }),
          }),
      approved_templates: approved,
    }
  }
  return {
    person: person && pick(person, ['id', 'name', 'phone_e164', 'email', 'username']),
    phone_e164: phoneE164 ?? null,
    channels: sortByUse(channels, chats).map(toEntry).toSorted(byUsability),
  }
}

async function readAddressee(
  scope: Scope,
  { person_id: id, phone_e164: phone }: Static<typeof CanSendQuery>,
): Promise<Addressee> {
  if (id !== undefined && phone !== undefined)
    throw invalidField('person_id', 'cannot be combined with phone_e164')
  if (phone !== undefined) {
    const find = createPhoneFinder(scope)
    return { phoneE164: await readPhone(find, restorePlusOfPhone(phone), 'phone_e164') }
  }
  if (id === undefined) throw new AppError('missing_target', 'Send a person_id or a phone_e164.')
  const personId = await findPersonId(scope, id)
  if (personId === undefined) throw notFound('people', id)
  return { personId }
}

async function findPerson(scope: Scope, addressee: Addressee): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select id, name, phone_e164, email, ${usernameOf(scope.workspaceId, 'people.id')} as username,
      blocked_at is not null as is_blocked, opted_out_at is not null as is_opted_out
    from people
    where workspace_id = ${scope.workspaceId} and id in (${ownersSql(scope, addressee)})
    order by phone_e164 is not distinct from ${addressee.phoneE164 ?? null}::text desc, created_at, id
    limit 1`.execute(scope.db)
  return rows[0] ?? null
}

async function listChannels(scope: Scope, id: string | undefined): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select id, type, name, account_status, account_reason, access_token is not null as has_access_token,
      ${isTestKey(scope.actor)}::boolean and not is_simulated as needs_live_key,
      (
        select count(*)::integer from templates
        where templates.workspace_id = ${scope.workspaceId}
          and templates.business_account = channels.business_account
          and templates.status in ('APPROVED', 'FLAGGED')
      ) as approved
    from channels
    where workspace_id = ${scope.workspaceId} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by lower(name), id
    limit ${CHANNELS_MAX}`.execute(scope.db)
  if (id !== undefined && rows.length === 0) throw notFound('channels', id)
  return rows
}

/** Sorts channels with a conversation first, in the order of the conversations' last activity. */
function sortByUse(channels: ChannelRow[], chats: Map<string, ContactChat>): ChannelRow[] {
  const usedAt = ({ id }: ChannelRow) => chats.get(id)?.activity_at.getTime() ?? 0
  return channels.toSorted((a, b) => usedAt(b) - usedAt(a))
}

/** Moves channels on which nothing can be sent to the end. */
function byUsability(a: Entry, b: Entry): number {
  return Number(b.template.allowed) - Number(a.template.allowed)
}
