import { sql } from 'kysely'
import { changeIdentities } from '#contacts/change-identities.ts'
import { matchPeople } from '#contacts/match-people.ts'
import { recordLeads } from '#contacts/record-lead.ts'
import { toPerson } from '#contacts/schema.ts'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { selectFrom } from '#db/select-from.ts'
import { firstOf } from '#lib/first-of.ts'
import { decideOptOuts } from '#opt-outs/decide-opt-outs.ts'
import type { Scope } from '#db/context.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { PersonChange, ReadEvent } from '#platforms/item.ts'

/** Values of a preference that allow marketing messages again. */
const OPT_INS = ['resume', 'signup']

/** An event that changes a contact, with its channel and platform. */
type PersonEvent = {
  channelId: string
  platform: ChannelType
  event: ReadEvent & { person: PersonChange }
}

/**
 * Updates contacts with what platforms report: changed ids, marketing preferences, names of the phone's address book,
 * advertisements that brought customers who have not written.
 * The address book raises no events, because it arrives all at once.
 *
 * Runs in the caller's transaction, which records `events` (`contact.updated`, `contact.opted_out`, `contact.opted_in`,
 * `conversation.updated`) at its end.
 */
export async function recordPersonChanges(
  tx: Scope,
  personEvents: PersonEvent[],
): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  const named = personEvents.flatMap(({ platform, event: { person } }) => {
    if (person.change !== 'contact') return []
    const { addresses: _addresses, ...facts } = person.of
    return [{ ...facts, source: platform }]
  })
  if (named.length > 0) await matchPeople(tx, named)
  for (const { channelId, platform: source, event } of personEvents) {
    const { person } = event
    if (person.change === 'referral')
      events.push(...(await recordReferral(tx, event, person, source)))
    if (person.change === 'preference')
      events.push(...(await recordPreference(tx, event, person, source)))
    if (person.change !== 'identity') continue
    const changed = await changeIdentities(tx, {
      from: { ...person.from, source },
      to: { ...person.to, source },
      at: event.at,
    })
    if (changed.result !== 'changed') continue
    await moveChats(tx, channelId, person.from.addresses, person.to.addresses)
    const chats = await recordInThreads(tx, channelId, { ...changed, at: event.at })
    events.push({ type: 'contact.updated', data: toPerson(changed.person!) })
    events.push(...(await chatEvents(tx, 'conversation.updated', chats)))
  }
  return events
}

/** Moves conversations to the new address, unless it already has one. */
async function moveChats(
  tx: Scope,
  channelId: string,
  from: string[],
  to: string[],
): Promise<void> {
  const given = from.filter((address) => !to.includes(address))
  const recipient = to[0]!
  if (given.length === 0) return
  await sql`
    update chats set recipient = ${recipient}
    where workspace_id = ${tx.workspaceId} and channel_id = ${channelId} and id = (
      select id from chats
      where workspace_id = ${tx.workspaceId} and channel_id = ${channelId}
        and recipient = any (${given}::text[])
      order by id limit 1
    ) and not exists (
      select from chats
      where workspace_id = ${tx.workspaceId} and channel_id = ${channelId}
        and recipient = any (${to}::text[])
    )`.execute(tx.db)
}

/**
 * Records in the conversations of a contact on a channel that it has a new phone number or account, and returns the ids of
 * these conversations.
 */
async function recordInThreads(
  tx: Scope,
  channelId: string,
  { person, kinds, at }: { person: { id: string } | undefined; kinds: string[]; at: Date },
): Promise<string[]> {
  if (!person || kinds.length === 0) return []
  const chats = await selectFrom(tx, 'chats')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('person_id', '=', person.id)
    .where('is_group', '=', false)
    .execute()
  const data = { identity: kinds.includes('phone_e164') ? 'phone' : 'account' }
  await recordChatChanges(
    tx,
    chats.map(({ id }) => ({ chatId: id, kind: 'identity_changed', data })),
    at,
  )
  return chats.map(({ id }) => id)
}

/** Records the lead of a customer who has not written yet, and fills the contact with its campaign. */
async function recordReferral(
  tx: Scope,
  event: ReadEvent,
  { of, referral }: Extract<PersonChange, { change: 'referral' }>,
  platform: string,
): Promise<NewEvent[]> {
  const { source, campaign, details } = referral
  const { person, isFilled } = firstOf(
    await matchPeople(tx, [{ ...of, campaign, source: platform, seenAt: event.at }]),
  )
  await recordLeads(tx, [
    { personId: person.id, source, campaign, details: { referral: details }, at: event.at },
  ])
  return isFilled ? [{ type: 'contact.updated', data: toPerson(person) }] : []
}

/** Records a preference; one about marketing messages opts the contact out or in. */
async function recordPreference(
  tx: Scope,
  event: ReadEvent,
  { of, category, value }: Extract<PersonChange, { change: 'preference' }>,
  source: string,
): Promise<NewEvent[]> {
  const matched = firstOf(await matchPeople(tx, [{ ...of, source }]))
  const personId = matched.person.id
  const isMarketing = category === 'marketing_messages'
  if (isMarketing && (value === 'stop' || OPT_INS.includes(value))) {
    const isOut = value === 'stop'
    const data = { category, value }
    const changed = await decideOptOuts(tx, [
      { personId, isOut, by: 'platform', at: event.at, data },
    ])
    return [...changed.values()]
  }
  await recordTimelineEntries(tx, [
    { personId, kind: 'preference', data: { category, value }, at: event.at },
  ])
  return []
}
