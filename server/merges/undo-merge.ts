import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import { indexFields } from '#contacts/custom-fields/index-fields.ts'
import { getContact } from '#contacts/get-contact.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError } from '#lib/errors.ts'
import { emailMatchKeys, foldEmail } from '#lib/read-email.ts'
import type { PersonMerges } from '#db/tables/person-merges.ts'
import { updateById } from '#db/update-by-id.ts'
import { lockPeople } from './lock-people.ts'
import { restoreAttributes, toAttributes, toTexts } from './merge-attributes.ts'
import type { MergedFields } from './merge-contacts.ts'
import { moveBelongings } from './move-belongings.ts'
import type { Belongings } from './move-belongings.ts'
import { movedEvents } from './moved-events.ts'
import { recordMoves } from './record-moves.ts'
import type { Merge } from './schema.ts'

type MergeRow = Pick<
  Selectable<PersonMerges>,
  'id' | 'survivor_id' | 'merged_id' | 'merged_at' | 'undone_at'
> & { before: MergedFields; moved: Belongings }

/**
 * Undoes a merge in one transaction: both contacts get back what they had. What the survivor received since then, and
 * what was changed by hand, stays with it; what was written in a conversation moves with the conversation.
 *
 * Merges of one contact are undone in reverse order. @throws {AppError} merge_not_found, merge_undone, merge_not_last
 */
export async function undoMerge(scope: Scope, id: string): Promise<Merge> {
  return transaction(scope, async (caller) => {
    const { survivor_id, merged_id } = await readMerge(caller, id)
    const tx = unrestricted(caller)
    const [survivor, merged] = await lockPeople(tx, [survivor_id, merged_id])
    // Reads it again under the lock of its contacts, which every merge of them takes.
    const merge = await readMerge(tx, id)
    if (merge.undone_at) throw new AppError('merge_undone', 'The merge was already undone.')
    await refuseUnlessLast(tx, merge, survivor)
    const now = tx.clock.now()
    await updateById(tx, 'people', merged.id, { merged_into_id: null, updated_at: now })
    const moved = await moveBelongings(tx, { from: survivor.id, to: merged.id }, merge.moved)
    await returnMessages(tx, moved.chats, survivor.id, merged.id)
    await restoreFields(tx, { survivor, mergedId: merged.id }, merge.before)
    await updateById(tx, 'person_merges', merge.id, { undone_at: now })
    await recordMoves(tx, moved, { merge_id: merge.id, from: survivor.id, to: merged.id })
    await recordAudit(tx, 'contact.merge_undone', survivor.id, {
      merge_id: merge.id,
      merged_id: merged.id,
      name: merged.name,
    })
    const contact = await getContact(tx, survivor.id)
    await recordEvents(tx, [
      { type: 'contact.updated', data: contact },
      { type: 'contact.updated', data: await getContact(tx, merged.id) },
      ...(await movedEvents(tx, moved)),
    ])
    return {
      id: merge.id,
      survivor_id: survivor.id,
      merged_id: merged.id,
      merged_at: merge.merged_at,
      undone_at: now,
      contact,
    }
  })
}

async function readMerge(tx: Scope, id: string): Promise<MergeRow> {
  const row = await getById(tx, 'person_merges', id)
  return row as unknown as MergeRow
}

async function refuseUnlessLast(tx: Scope, merge: MergeRow, survivor: PersonRow): Promise<void> {
  const later = await selectFrom(tx, 'person_merges')
    .select('id')
    .where('survivor_id', '=', survivor.id)
    .where('undone_at', 'is', null)
    .where('id', '>', merge.id)
    .executeTakeFirst()
  if (later || survivor.merged_into_id !== null)
    throw new AppError(
      'merge_not_last',
      'A later merge depends on this one. Undo that merge first.',
    )
}

/** Moves messages that were written while the conversation was the survivor's, like the earlier ones in it. */
async function returnMessages(
  tx: Scope,
  chatIds: string[],
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update messages set person_id = ${to}
    from chats
    where messages.workspace_id = ${tx.workspaceId} and messages.chat_id = any (${chatIds}::uuid[])
      and messages.person_id = ${from} and chats.workspace_id = ${tx.workspaceId}
      and chats.id = messages.chat_id and not chats.is_group`.execute(tx.db)
}

/** The kinds of identities that are also attributes of the contact. */
const KINDS = ['phone_e164', 'email'] as const

type Kind = (typeof KINDS)[number]

/**
 * Restores the fields of both contacts from before a merge. A field of the survivor that was changed since then stays.
 * A phone number or email that a third contact owns by now is not restored.
 */
async function restoreFields(
  tx: Scope,
  { survivor, mergedId }: { survivor: PersonRow; mergedId: string },
  { survivor: former, merged, chosen }: MergedFields,
): Promise<void> {
  const before = toTexts(former)
  const texts = restoreAttributes(toTexts(survivor), { before, after: toTexts(chosen) })
  const theirs = toTexts(merged)
  const own: Partial<Record<Kind, string | null>> = {}
  const released: Partial<Record<Kind, string | null>> = {}
  for (const kind of KINDS) {
    await claim(tx, mergedId, kind, theirs[kind])
    own[kind] = await findOwned(tx, survivor.id, kind, [texts[kind], before[kind]])
    released[kind] = await findOwned(tx, mergedId, kind, [theirs[kind]])
  }
  const { fields, ...columns } = toAttributes(texts)
  const now = tx.clock.now()
  await updateById(tx, 'people', survivor.id, {
    ...columns,
    ...own,
    fields: JSON.stringify(fields),
    updated_at: now,
  })
  await indexFields(tx, [{ id: survivor.id, fields }])
  await updateById(tx, 'people', mergedId, { ...released, updated_at: now })
}

/** Claims an identity that was released, if it is still free. */
async function claim(
  tx: Scope,
  personId: string,
  kind: Kind,
  value: string | null | undefined,
): Promise<void> {
  if (!value) return
  await sql`
    insert into identities (workspace_id, kind, value, person_id, created_at)
    values (${tx.workspaceId}, ${kind}, ${toKey(kind, value)}, ${personId}, ${tx.clock.now()})
    on conflict (workspace_id, kind, value) do nothing`.execute(tx.db)
}

/** Returns the first of `values` that a contact owns, or null. */
async function findOwned(
  tx: Scope,
  personId: string,
  kind: Kind,
  values: (string | null | undefined)[],
): Promise<string | null> {
  for (const value of values) {
    if (!value) continue
    const row = await selectFrom(tx, 'identities')
      .select('kind')
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .where('value', 'in', kind === 'email' ? emailMatchKeys(value) : [value])
      .executeTakeFirst()
    if (row) return value
  }
  return null
}

function toKey(kind: Kind, value: string): string {
  return kind === 'email' ? foldEmail(value) : value
}
