import { sql } from 'kysely'
import { indexFields } from '#contacts/custom-fields/index-fields.ts'
import { emailMatchKeys, foldEmail } from '#lib/read-email.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import type { Scope } from '#context.ts'
import { updateById } from '#db/update-by-id.ts'
import { restoreAttributes, toAttributes, toTexts } from './merge-attributes.ts'
import type { MergedFields } from './merge-contacts.ts'

/** The kinds of identities that are also attributes of the contact. */
const KINDS = ['phone_e164', 'email'] as const

type Kind = (typeof KINDS)[number]

/**
 * Restores the fields of both contacts from before a merge. A field of the survivor that was changed since then stays.
 * A phone number or email that a third contact owns by now is not restored.
 */
export async function restoreFields(
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
    const row = await tx.db
      .selectFrom('identities')
      .select('kind')
      .where('workspace_id', '=', tx.workspaceId)
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
