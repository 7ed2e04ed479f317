import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { changedSince, readTimes } from '#lib/lists/list-filters.ts'
import { partOf } from '#lib/part-of.ts'
import { readIds } from '#lib/lists/read-ids.ts'
import type { IdList, Selected } from '#lib/lists/read-ids.ts'
import { filterText } from './filter-text.ts'
import { ATTRIBUTE_FILTERS } from './schema.ts'
import type { ExportContactsQuery } from './schema.ts'

/** Filters of people: `q` is part of a name, phone or email; times are RFC 3339. */
export type ContactFilters = Selected<Static<typeof ExportContactsQuery>>

/** Builds the condition on `people` for the filters, without merged people. @throws {AppError} validation_failed */
export async function filterContacts(
  scope: Scope,
  filters: ContactFilters,
): Promise<RawBuilder<boolean>> {
  const text = filters.q === undefined ? undefined : await filterText(scope, filters.q)
  const { createdAfter, createdBefore, updatedAfter } = readTimes(filters)
  const conditions = [
    sql`workspace_id = ${scope.workspaceId}`,
    sql`merged_into_id is null`,
    ...(filters.ids !== undefined ? [hasId(scope, filters.ids)] : []),
    ...(filters.except_ids !== undefined
      ? [sql`id <> all (${readIds(filters.except_ids, 'except_ids')}::uuid[])`]
      : []),
    ...(text ? [text.ids ? sql`id = any (${text.ids})` : text.condition] : []),
    ...(createdAfter
      ? [sql`created_at >= ${createdAfter} and updated_at >= ${changedSince(createdAfter)}`]
      : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
    ...(updatedAfter ? [sql`updated_at >= ${updatedAfter}`] : []),
    ...(filters.has === 'phone' ? [sql`phone_e164 is not null`] : []),
    ...(filters.has === 'email' ? [sql`email is not null`] : []),
  ]
  for (const [name, where] of Object.entries(partOf(ATTRIBUTE_FILTERS, 'where'))) {
    const value = filters[name as keyof typeof ATTRIBUTE_FILTERS]
    if (value) conditions.push(...[await where(value, scope)].flat())
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function hasId(scope: Scope, ids: IdList): RawBuilder<unknown> {
  return sql`id in (
    select coalesce(merged_into_id, id) from people
    where workspace_id = ${scope.workspaceId} and id = any (${readIds(ids, 'ids')}::uuid[]))`
}
