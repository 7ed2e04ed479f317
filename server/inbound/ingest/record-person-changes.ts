import { sql } from 'kysely'
import { changeIdentities } from '#contacts/change-identities.ts'
import { matchPeople } from '#contacts/match-people.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { PendingEvent } from '#messages/receiving/platform-message.ts'
import type { PersonChange, ReadEvent } from './item.ts'

/** An event that says something of somebody, and the channel that it came by. */
type Told = { channelId: string; event: ReadEvent & { person: PersonChange } }

/**
 * Brings people up to date with what platforms say of them: other ids, the wish for no more marketing, names of the
 * phone's address book. Nobody is told of the address book: it comes all at once.
 *
 * Runs in the caller's transaction, which records `events` (`contact.updated`) at its end.
 */
export async function recordPersonChanges(tx: Scope, told: Told[]): Promise<PendingEvent[]> {
  const events: PendingEvent[] = []
  const named = told.flatMap(({ event }) =>
    event.person.change === 'contact' ? [event.person.of] : [],
  )
  if (named.length > 0)
    await matchPeople(
      tx,
      named.map(({ addresses: _addresses, ...facts }) => ({ ...facts, source: 'whatsapp' })),
    )
  for (const { channelId, event } of told) {
    const { person } = event
    if (person.change === 'preference') await recordPreference(tx, event, person)
    if (person.change !== 'identity') continue
    const source = 'whatsapp'
    const changed = await changeIdentities(tx, {
      from: { ...person.from, source },
      to: { ...person.to, source },
      at: event.at,
    })
    if (changed.result !== 'changed') continue
    await moveChats(tx, channelId, person.from.addresses, person.to.addresses)
    events.push({ type: 'contact.updated', data: toPerson(changed.person!) })
  }
  return events
}

/** Chats follow to the new address, unless there is one under it already. */
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

async function recordPreference(
  tx: Scope,
  event: ReadEvent,
  { of, category, value }: Extract<PersonChange, { change: 'preference' }>,
): Promise<void> {
  const [matched] = await matchPeople(tx, [{ ...of, source: 'whatsapp' }])
  await tx.db
    .insertInto('timeline_entries')
    .values({
      workspace_id: tx.workspaceId,
      id: newId(),
      person_id: matched!.person.id,
      kind: 'preference',
      data: JSON.stringify({ category, value }),
      occurred_at: event.at,
    })
    .execute()
}
