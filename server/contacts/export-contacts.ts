import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { onReplica } from '#db/on-replica.ts'
import { filterContacts } from './filter-contacts.ts'
import type { ContactFilters } from './filter-contacts.ts'
import type { PersonRow } from './person-facts.ts'
import { toPerson } from './schema.ts'
import { usernameOf } from './username-of.ts'
import { contactLines, contactsHead, FIELD_COLUMNS_MAX } from './write-contacts-csv.ts'

/** A contact with the newest of its usernames. */
type ExportedRow = PersonRow & { username: string | null }

/** Maximum number of contacts that one statement reads. */
const PAGE = 1_000

/**
 * Returns all contacts that match the filters as CSV, newest first, in parts: only one page is in memory at a time. The
 * audit log records who exported them.
 *
 * @throws {AppError} validation_failed
 */
export async function exportContacts(
  scope: Scope,
  filters: ContactFilters,
): Promise<AsyncIterable<string>> {
  const found = await filterContacts(scope, filters)
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(fields) as name from people
    where ${found} and fields <> '{}' order by name limit ${FIELD_COLUMNS_MAX}`.execute(scope.db)
  const names = rows.map((row) => row.name)
  await recordAudit(scope, {
    action: 'contacts.exported',
    targetType: 'contacts',
    targetId: null,
    data: { filters },
  })
  return (async function* () {
    yield contactsHead(names)
    for (let after: string | null = null; ;) {
      const from: string | null = after
      const people: ExportedRow[] = await onReplica(scope, (reader) =>
        readPage(reader, found, from),
      )
      if (people.length > 0)
        yield contactLines(
          people.map((row) => ({ ...toPerson(row), username: row.username })),
          names,
        )
      if (people.length < PAGE) return
      after = people.at(-1)!.id
    }
  })()
}

async function readPage(
  scope: Scope,
  found: RawBuilder<boolean>,
  after: string | null,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select *, ${usernameOf(scope, 'people.id')} as username from people
    where ${found} ${after === null ? sql`` : sql`and id < ${after}::uuid`}
      and workspace_id = ${scope.workspaceId}
    order by id desc limit ${PAGE}`.execute(scope.db)
  return rows
}
