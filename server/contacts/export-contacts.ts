import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { EXPORT_PAGE, exportPages, pagesById } from '#lib/exporting/export-pages.ts'
import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import { describeSelection } from '#lib/lists/read-ids.ts'
import { namesOf } from '#lib/part-of.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import { findDefinitions } from './custom-fields/find-definitions.ts'
import type { FieldDefinition } from './custom-fields/find-definitions.ts'
import { filterContacts } from './filter-contacts.ts'
import type { ContactFilters } from './filter-contacts.ts'
import type { PersonRow } from './person-facts.ts'
import { toPerson } from './schema.ts'
import type { ListedPerson } from './schema.ts'
import { usernameOf } from './username-of.ts'

/** A contact with the newest of its usernames. */
type ExportedRow = PersonRow & { username: string | null }

/**
 * Returns all contacts that match the filters as CSV, newest first, in parts. The audit log records who exported them.
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
  const definitions = await findDefinitions(scope)
  await recordAudit(scope, 'contacts.exported', null, describeSelection(filters))
  return exportPages(
    contactsHead(names, definitions),
    pagesById((after) => growingRead(scope, 'report', (reader) => readPage(reader, found, after))),
    (people: ExportedRow[]) =>
      contactLines(
        people.map((row) => ({ ...toPerson(row), username: row.username })),
        names,
      ),
  )
}

async function readPage(
  scope: Scope,
  found: RawBuilder<boolean>,
  after: string | null,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select *, ${usernameOf(scope.workspaceId, 'people.id')} as username from people
    where ${found} ${after === null ? sql`` : sql`and id < ${after}::uuid`}
      and workspace_id = ${scope.workspaceId}
    order by id desc limit ${EXPORT_PAGE}`.execute(scope.db)
  return rows
}

const COLUMNS = [...namesOf(CONTACT_ATTRIBUTES, 'csv'), 'username'] as const

/** Most custom fields that become columns. */
const FIELD_COLUMNS_MAX = 200

/** Returns the head of a CSV file of contacts, with a column per custom field: its label, or its name without a definition. */
function contactsHead(
  fieldNames: string[],
  definitions: Pick<FieldDefinition, 'key' | 'label'>[],
): string {
  const labels = fieldNames.map(
    (name) => definitions.find(({ key }) => key === name)?.label ?? name,
  )
  const all = [...COLUMNS, ...labels].map((label) => label.toLowerCase())
  const isAmbiguous = (label: string) =>
    all.indexOf(label.toLowerCase()) !== all.lastIndexOf(label.toLowerCase())
  const titles = labels.map((label, index) => {
    const name = fieldNames[index]!
    return label !== name && isAmbiguous(label) ? `${label} (${name})` : label
  })
  return csvHead([...COLUMNS, ...titles])
}

/** Returns a line per contact, under `contactsHead`. */
function contactLines(people: ListedPerson[], fieldNames: string[]): string {
  return csvLines(
    people.map((person) => [
      ...COLUMNS.map((column) => person[column]),
      ...fieldNames.map((name) => person.fields[name] ?? null),
    ]),
  )
}
