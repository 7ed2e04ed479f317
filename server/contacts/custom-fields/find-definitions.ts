import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { CustomFieldSubject } from '#shared/custom-fields.ts'
import type { CustomFields } from '#db/tables/custom-fields.ts'

/** The definition of a custom field, as its values are checked and indexed by. */
export type FieldDefinition = Pick<
  Selectable<CustomFields>,
  'id' | 'key' | 'label' | 'type' | 'choices' | 'archived_at' | 'indexed_at'
>

/** Returns the custom fields of contacts, or of tickets, the oldest first, without archived ones. */
export async function findDefinitions(
  scope: Scope,
  appliesTo: CustomFieldSubject = 'contact',
): Promise<FieldDefinition[]> {
  return (await findAllDefinitions(scope, appliesTo)).filter((each) => each.archived_at === null)
}

/** Returns the custom fields of contacts, or of tickets, including archived ones, the oldest first. */
export async function findAllDefinitions(
  scope: Scope,
  appliesTo: CustomFieldSubject = 'contact',
): Promise<FieldDefinition[]> {
  const { rows } = await prepared<FieldDefinition>`
    select id, key, label, type, choices, archived_at, indexed_at from custom_fields
    where workspace_id = ${scope.workspaceId} and applies_to = ${appliesTo} order by id`.execute(
    scope.db,
  )
  return rows
}
