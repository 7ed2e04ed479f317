import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toCustomField } from './schema.ts'
import type { CustomField, ListCustomFieldsQuery } from './schema.ts'

/** Returns one page of the definitions of custom fields, the newest first. @throws {AppError} invalid_cursor */
export async function listCustomFields(
  scope: Scope,
  input: Static<typeof ListCustomFieldsQuery>,
): Promise<Page<CustomField>> {
  const { archived, applies_to: appliesTo } = input
  const query = selectFrom(scope, 'custom_fields')
    .selectAll()
    .$if(appliesTo !== undefined, (all) => all.where('applies_to', '=', appliesTo!))
    .$if(archived !== undefined, (all) =>
      all.where('archived_at', archived === 'true' ? 'is not' : 'is', null),
    )
  return listPage(query, NEWEST, input, toCustomField)
}
