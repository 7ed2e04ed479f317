import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { findAllDefinitions } from './find-definitions.ts'
import type { FieldDefinition } from './find-definitions.ts'
import { readFieldValue } from './read-field-value.ts'

/** The custom fields of a contact, by their keys. */
type PersonFields = { id: string; fields: Record<string, string> }

/** A row of the index: `number` is the text of a number. */
type IndexRow = { personId: string; fieldId: string; value: string; number: string | null }

/** The length of the beginning of a value that the index contains, in characters. A filter compares the rest with the contact itself. */
export const INDEXED_CHARACTERS_MAX = 100

/**
 * Updates the index of custom fields for contacts that are new or whose fields were changed, last in the caller's transaction
 * before its events. Costs nothing for contacts without fields in a workspace that defines none.
 */
export async function indexFields(tx: Scope, people: PersonFields[]): Promise<void> {
  if (people.length === 0) return
  // A definition that is created at the same time waits, and finds the contacts when it indexes older values.
  await prepared`
    select pg_advisory_xact_lock_shared(hashtextextended(${lockOf(tx)}, 0))`.later(tx.db)
  const definitions = await findAllDefinitions(tx)
  if (definitions.length === 0) return
  const rows = people.flatMap((person) =>
    definitions.flatMap((definition) => toIndexRow(definition, person)),
  )
  const given = toRows(rows)
  await prepared`
    with removed as (
      delete from contact_field_values as stored
      where workspace_id = ${tx.workspaceId} and person_id = any (${people.map(({ id }) => id)}::uuid[])
        and not exists (
          select from ${given} where given.person_id = stored.person_id and given.field_id = stored.field_id
        )
    )
    insert into contact_field_values as stored (workspace_id, person_id, field_id, value, number)
    select ${tx.workspaceId}::uuid, person_id, field_id, value, number::numeric from ${given}
    order by person_id, field_id
    on conflict (workspace_id, person_id, field_id) do update
      set value = excluded.value, number = excluded.number
      where (stored.value, stored.number) is distinct
      from (excluded.value, excluded.number)`.later(tx.db)
}

/** Adds the values of one field to the index that it does not contain yet. */
export async function addToIndex(
  tx: Scope,
  definition: FieldDefinition,
  people: PersonFields[],
): Promise<void> {
  const given = toRows(people.flatMap((person) => toIndexRow(definition, person)))
  await prepared`
    insert into contact_field_values (workspace_id, person_id, field_id, value, number)
    select ${tx.workspaceId}::uuid, person_id, field_id, value, number::numeric from ${given}
    order by person_id, field_id
    on conflict do nothing`.execute(tx.db)
}

/** Waits until no transaction writes fields of contacts in the workspace, and lets others wait for the end of this one. */
export async function lockDefinitions(tx: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(tx)}, 0))`.execute(tx.db)
}

function lockOf({ workspaceId }: Scope): string {
  return `custom fields ${workspaceId}`
}

function toRows(rows: IndexRow[]) {
  return bulkRows('given', rows, {
    person_id: ['uuid', (row) => row.personId],
    field_id: ['uuid', (row) => row.fieldId],
    value: ['text', (row) => row.value],
    number: ['text', (row) => row.number],
  })
}

/** Returns the row of a contact's value: none without one, or for a value from before the definition that does not fit. */
function toIndexRow(definition: FieldDefinition, { id, fields }: PersonFields): IndexRow[] {
  const { id: fieldId, key, type } = definition
  if (!Object.hasOwn(fields, key)) return []
  const isChecked = type === 'number' || type === 'date'
  const read = isChecked ? readFieldValue(definition, fields[key]!) : { text: fields[key]! }
  if (read.text === undefined) return []
  const value = [...read.text].slice(0, INDEXED_CHARACTERS_MAX).join('')
  return [{ personId: id, fieldId, value, number: type === 'number' ? read.text : null }]
}
