import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { CustomFields } from '#db/tables/custom-fields.ts'

/** The definition of a custom field, as its values are checked and indexed by. */
export type FieldDefinition = Pick<
  Selectable<CustomFields>,
  'id' | 'key' | 'label' | 'type' | 'choices' | 'archived_at' | 'indexed_at'
>

/** Returns the custom fields of the workspace, the oldest first, without archived ones. */
export async function findDefinitions(scope: Scope): Promise<FieldDefinition[]> {
  return (await findAllDefinitions(scope)).filter((each) => each.archived_at === null)
}

/** Returns the custom fields of the workspace, including archived ones, the oldest first. */
export async function findAllDefinitions(scope: Scope): Promise<FieldDefinition[]> {
  const { rows } = await prepared<FieldDefinition>`
    select id, key, label, type, choices, archived_at, indexed_at from custom_fields
    where workspace_id = ${scope.workspaceId} order by id`.execute(scope.db)
  return rows
}
