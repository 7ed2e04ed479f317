import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import { CONTACT_ATTRIBUTES } from '#contacts/contact-attributes.ts'
import { recordErasedKeys } from '#contacts/record-erased-keys.ts'
import { getContact } from '#contacts/get-contact.ts'
import { readCountry } from '#contacts/read-phone.ts'
import { findPersonId } from '#contacts/find-person-id.ts'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { notFound } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import type { Precondition } from '#lib/precondition.ts'
import { partOf } from '#lib/part-of.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { containsAnyBytes } from './scan.ts'
import { toErasure } from './schema.ts'
import type { Erasure } from './schema.ts'
import { STEPS } from './steps.ts'
import { readSubject } from './subject.ts'
import type { Subject } from './subject.ts'

/**
 * Starts the erasure of a contact and of those merged into it. From the commit on nobody finds the contact, nothing is
 * sent to it, and a new message of the customer creates a new contact; a worker then deletes its data in steps. `country`: the
 * result of `readCountry`; needed inside a transaction. `precondition` gets the contact while it is locked.
 *
 * Locks: the pending payloads that name the contact, the contact, then its conversations. @throws {AppError}
 * person_not_found
 */
export async function eraseContact(
  scope: Scope,
  id: string,
  country?: string,
  precondition?: Precondition,
): Promise<Erasure> {
  const ours = country ?? (await readCountry(scope))
  return transaction(scope, async (tx) => {
    const personId = await findPersonId(tx, id)
    if (personId === undefined || personId === NO_WORKSPACE) throw notFound('people', id)
    // Wait for payloads that are being recorded now. Later ones find the keys of the erased contact.
    await lockPendingPayloads(tx, await readSubject(tx, personId, ours))
    await lockPerson(tx, personId, id)
    precondition?.(await getContact(tx, personId))
    const subject = await readSubject(tx, personId, ours)
    const now = tx.clock.now()
    await releaseGroups(tx, subject)
    await detachChats(tx, subject)
    const identities = await deleteRows(tx, 'identities', 'person_id', subject.contactIds)
    // Every list leaves out merged contacts, and an id that leads to nobody is not found.
    await updateTable(tx, 'people')
      .set({ ...erasedAttributes(), merged_into_id: NO_WORKSPACE })
      .where('id', '=', sql<string>`any (${subject.contactIds}::uuid[])`)
      .execute()
    await deleteRows(tx, 'contact_field_values', 'person_id', subject.contactIds)
    await recordErasedKeys(tx, subject.values, now)
    const row = await insertRow(tx, 'erasures', {
      id: newId(),
      contact_id: personId,
      contact_ids: subject.contactIds,
      step: STEPS[0]!.name,
      subject: JSON.stringify(subject),
      counts: JSON.stringify({ identities }),
      requested_by_type: tx.actor.type,
      requested_by_id: tx.actor.id,
      requested_at: now,
    })
    await recordAudit(tx, 'contact.erased', personId, { erasure_id: row.id })
    afterCommit(tx, () =>
      tx.wake([{ kind: 'erase', workspaceId: tx.workspaceId, targetId: row.id }]),
    )
    return toErasure(row)
  })
}

/** Returns what an erasure leaves of the attributes that it does not keep. */
function erasedAttributes(): Record<string, string | null> {
  const rules = Object.entries(partOf(CONTACT_ATTRIBUTES, 'erase'))
  return Object.fromEntries(
    rules.flatMap(([name, rule]) =>
      rule === 'keep' ? [] : [[name, rule === 'clear' ? null : rule.set]],
    ),
  )
}

async function lockPendingPayloads(tx: Scope, { values }: Subject): Promise<void> {
  await sql`
    select id from inbound_payloads
    where workspace_id = ${tx.workspaceId} and status = 'pending' and ${containsAnyBytes(sql`body`, values)}
    order by id for update`.execute(tx.db)
}

/** Locks the contact and those merged into it. @throws {AppError} person_not_found, when it was just merged or erased */
async function lockPerson(tx: Scope, personId: string, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; merged_into_id: string | null }>`
    select id, merged_into_id from people
    where workspace_id = ${tx.workspaceId} and (id = ${personId} or merged_into_id = ${personId})
    order by id for update`.execute(tx.db)
  if (rows.find((row) => row.id === personId)?.merged_into_id !== null) throw notFound('people', id)
}

/** Makes another member of each group the contact of its conversation. */
async function releaseGroups(tx: Scope, { contactIds, chatIds }: Subject): Promise<void> {
  await sql`
    update chats set person_id = (
      select messages.person_id from messages
      where messages.workspace_id = ${tx.workspaceId} and messages.chat_id = chats.id
        and direction = 'inbound' and messages.person_id <> all (${contactIds}::uuid[])
      order by created_at, id limit 1
    )
    where workspace_id = ${tx.workspaceId} and person_id = any (${contactIds}::uuid[])
      and id <> all (${chatIds}::uuid[])`.execute(tx.db)
}

/**
 * Takes the address from the contact's conversations, so that a new message opens a new one, and stops what is queued
 * in them.
 */
async function detachChats(tx: Scope, { chatIds }: Subject): Promise<void> {
  await sql`
    update chats
    set recipient = 'erased:' || id, title = null, last_message_text = null, unread_count = 0,
      status = 'closed', closed_at = ${tx.clock.now()}::timestamptz, snoozed_until = null, window_expires_at = null
    where workspace_id = ${tx.workspaceId} and id = any (${chatIds}::uuid[])`.execute(tx.db)
  await updateTable(tx, 'chat_activity')
    .set({ waiting_since: null })
    .where('chat_id', '=', sql<string>`any (${chatIds}::uuid[])`)
    .execute()
  await sql`
    update messages set status = 'failed', send_due_at = null, error_code = 'contact_erased'
    where workspace_id = ${tx.workspaceId} and chat_id = any (${chatIds}::uuid[])
      and status = 'queued'`.execute(tx.db)
}
