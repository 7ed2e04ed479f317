import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { changedSince, readTimes } from '#lib/list-filters.ts'
import { readIds } from '#lib/read-ids.ts'
import type { IdList, Selected } from '#lib/read-ids.ts'
import { readTime } from '#lib/time.ts'
import type { ExportContactsQuery } from './schema.ts'
import { filterFields } from './custom-fields/filter-fields.ts'
import { filterText } from './filter-text.ts'
import { foldEmail } from './person-facts.ts'
import { createPhoneFinder } from './read-phone.ts'

/** Filters of people: `q` is part of a name, phone or email; times are RFC 3339. */
export type ContactFilters = Selected<Static<typeof ExportContactsQuery>>

/** Builds the condition on `people` for the filters, without merged people. @throws {AppError} validation_failed */
export async function filterContacts(
  scope: Scope,
  filters: ContactFilters,
): Promise<RawBuilder<boolean>> {
  const phone =
    filters.phone_e164 &&
    ((await createPhoneFinder(scope)(filters.phone_e164)) ?? filters.phone_e164)
  const text = filters.q === undefined ? undefined : await filterText(scope, filters.q)
  const fields = filters.fields === undefined ? [] : await filterFields(scope, filters.fields)
  const { createdAfter, createdBefore, updatedAfter } = readTimes(filters)
  const conditions = [
    sql`workspace_id = ${scope.workspaceId}`,
    sql`merged_into_id is null`,
    ...(filters.ids !== undefined ? [hasId(scope, filters.ids)] : []),
    ...(filters.except_ids !== undefined
      ? [sql`id <> all (${readIds(filters.except_ids, 'except_ids')}::uuid[])`]
      : []),
    ...(text ? [text.ids ? sql`id = any (${text.ids})` : text.condition] : []),
    ...(phone ? [hasIdentity(scope, 'phone_e164', phone)] : []),
    ...(filters.email ? [hasIdentity(scope, 'email', foldEmail(filters.email))] : []),
    ...(filters.username
      ? [hasIdentity(scope, 'wa_username', filters.username.trim().replace(/^@/, '').toLowerCase())]
      : []),
    ...(filters.source !== undefined ? [sql`source = ${filters.source}`] : []),
    ...(filters.campaign !== undefined ? [sql`campaign = ${filters.campaign}`] : []),
    ...(createdAfter
      ? [sql`created_at >= ${createdAfter} and updated_at >= ${changedSince(createdAfter)}`]
      : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
    ...(updatedAfter ? [sql`updated_at >= ${updatedAfter}`] : []),
    ...(filters.seen_since !== undefined
      ? [sql`last_seen_at >= ${readTime(filters.seen_since, 'seen_since')}`]
      : []),
    ...(filters.blocked === 'true' ? [sql`blocked_at is not null`] : []),
    ...(filters.blocked === 'false' ? [sql`blocked_at is null`] : []),
    ...(filters.opted_out === 'true' ? [sql`opted_out_at is not null`] : []),
    ...(filters.opted_out === 'false' ? [sql`opted_out_at is null`] : []),
    ...fields,
    ...(filters.has === 'phone' ? [sql`phone_e164 is not null`] : []),
    ...(filters.has === 'email' ? [sql`email is not null`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function hasId(scope: Scope, ids: IdList): RawBuilder<unknown> {
  return sql`id in (
    select coalesce(merged_into_id, id) from people
    where workspace_id = ${scope.workspaceId} and id = any (${readIds(ids, 'ids')}::uuid[]))`
}

function hasIdentity(scope: Scope, kind: string, value: string): RawBuilder<unknown> {
  return sql`id in (
    select coalesce(owner.merged_into_id, owner.id) from identities
    join people as owner on owner.workspace_id = ${scope.workspaceId} and owner.id = person_id
    where identities.workspace_id = ${scope.workspaceId} and kind = ${kind} and value = ${value})`
}
