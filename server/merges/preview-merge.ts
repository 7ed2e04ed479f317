import { sql } from 'kysely'
import { getContact } from '#contacts/get-contact.ts'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { notFound } from '#db/get-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { refuseMerged } from './merge-contacts.ts'
import { compareFields, toTexts } from './merge-attributes.ts'
import type { MergePreview } from './schema.ts'

/**
 * Returns what merging the contact `otherId` into the contact `id` would change. @throws {AppError} person_not_found,
 * person_merged, validation_failed
 */
export async function previewMerge(
  scope: Scope,
  id: string,
  otherId: string,
): Promise<MergePreview> {
  if (id.toLowerCase() === otherId.toLowerCase())
    throw invalidField('other_id', 'must be a different contact')
  for (const each of [id, otherId]) {
    const row = await findById(scope, 'people', each)
    if (!row) throw notFound('people', each)
    refuseMerged(row)
  }
  const [mine, other] = [await getContact(scope, id), await getContact(scope, otherId)]
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and person_id = ${other.id})`
  const { rows } = await sql<MergePreview['moves']>`
    select ${count('chats')} as chats, ${count('tickets')} as tickets,
      ${count('timeline_entries')} as timeline_entries, ${count('identities')} as identities`.execute(
    scope.db,
  )
  return {
    this: mine,
    other,
    fields: compareFields(toTexts(mine), toTexts(other)),
    moves: rows[0]!,
  }
}
