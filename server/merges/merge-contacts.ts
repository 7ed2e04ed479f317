import { recordAudit } from '#account/audit/record-audit.ts'
import { indexFields } from '#contacts/custom-fields/index-fields.ts'
import { getContact } from '#contacts/get-contact.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import { toAuthor } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { closeChats } from '#conversations/close-chats.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { updateById } from '#db/update-by-id.ts'
import { lockPeople } from './lock-people.ts'
import { mergeAttributes, pickChoices, toAttributes, toTexts } from './merge-attributes.ts'
import type { MergeChoices, StoredAttributes } from './merge-attributes.ts'
import { moveBelongings } from './move-belongings.ts'
import { movedEvents } from './moved-events.ts'
import { recordMoves } from './record-moves.ts'
import type { Merge } from './schema.ts'

/** The attributes of both contacts before the merge, and the survivor's after it. `merged` has those that the caller could choose. */
export type MergedFields = Record<'survivor' | 'merged' | 'chosen', StoredAttributes>

/**
 * Merges the contact `otherId` into the contact `id`, in one transaction: its identities, conversations, tickets and
 * timeline move, its id leads to the survivor, and `undoMerge` can undo it.
 *
 * Locks: both contacts in id order, then conversations, tickets. @throws {AppError} person_not_found, person_merged,
 * validation_failed
 */
export async function mergeContacts(
  scope: Scope,
  id: string,
  { other_id: otherId, fields = {} }: { other_id: string; fields?: MergeChoices },
): Promise<Merge> {
  if (id.toLowerCase() === otherId.toLowerCase())
    throw invalidField('other_id', 'must be a different contact')
  return transaction(scope, async (caller) => {
    const [survivor, merged] = await lockPeople(caller, [id, otherId])
    // All that belongs to the contact moves with it, also what the caller does not see.
    const tx = unrestricted(caller)
    refuseMerged(survivor)
    refuseMerged(merged)
    const now = tx.clock.now()
    const mergeId = newId()
    const [mine, other] = [toTexts(survivor), toTexts(merged)]
    const chosen = toAttributes(mergeAttributes(mine, other, fields))
    const moved = await moveBelongings(tx, { from: merged.id, to: survivor.id })
    await updateById(tx, 'people', merged.id, { merged_into_id: survivor.id, updated_at: now })
    await updateById(tx, 'people', survivor.id, {
      ...chosen,
      fields: JSON.stringify(chosen.fields),
      updated_at: now,
    })
    await indexFields(tx, [{ id: survivor.id, fields: chosen.fields }])
    const before: MergedFields = {
      survivor: toAttributes(mine),
      merged: toAttributes(pickChoices(other)),
      chosen,
    }
    await insertRow(tx, 'person_merges', {
      id: mergeId,
      survivor_id: survivor.id,
      merged_id: merged.id,
      before: JSON.stringify(before),
      moved: JSON.stringify(moved),
      actor_type: tx.actor.type,
      actor_id: tx.actor.id,
      merged_at: now,
    })
    const { name, phone_e164, email } = merged
    const data = { merge_id: mergeId, merged_id: merged.id, name, phone_e164, email }
    await recordTimelineEntries(tx, [
      {
        personId: survivor.id,
        kind: 'merge',
        data: { ...data, author: toAuthor(tx.actor) },
        at: now,
      },
    ])
    await recordMoves(tx, moved, { merge_id: mergeId, from: merged.id, to: survivor.id })
    const contact = await getContact(tx, survivor.id)
    await recordAudit(tx, 'contact.merged', survivor.id, {
      ...data,
      into: contact.name ?? contact.phone_e164 ?? contact.email,
    })
    const closed = contact.blocked_at ? await closeChats(tx, survivor.id) : []
    await recordEvents(tx, [
      { type: 'contact.updated', data: contact },
      ...(await movedEvents(tx, moved)),
      ...closed,
    ])
    return {
      id: mergeId,
      survivor_id: survivor.id,
      merged_id: merged.id,
      merged_at: now,
      undone_at: null,
      contact,
    }
  })
}

/** Refuses a contact that was merged into another. @throws {AppError} person_merged */
export function refuseMerged(person: PersonRow): void {
  if (person.merged_into_id === null) return
  throw new AppError(
    'person_merged',
    `The contact ${person.id} was already merged into ${person.merged_into_id}.`,
  )
}
