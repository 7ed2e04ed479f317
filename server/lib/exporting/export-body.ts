import { Type } from 'typebox'
import type { TObject, TProperties } from 'typebox'
import { BULK_EXCEPTIONS_MAX, BULK_IDS_MAX } from '#shared/bulk-actions.ts'
import { closedObject, Id } from '#lib/schemas.ts'

/**
 * Builds the body of a POST that exports a selection, from the query of the GET that exports by filters. `title` names the
 * filters.
 */
export function exportBody<P extends TProperties>(query: TObject<P>, title: string) {
  const { ids: _ids, except_ids: _except, ...filters } = query.properties
  return closedObject({
    ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: BULK_IDS_MAX,
        description: 'Only these items.',
      }),
    ),
    except_ids: Type.Optional(
      Type.Array(Id, { maxItems: BULK_EXCEPTIONS_MAX, description: 'Items to leave out.' }),
    ),
    filter: Type.Optional(
      closedObject(filters as Omit<P, 'ids' | 'except_ids'>, {
        title,
        description: 'The filters of the list. Without filters, everything matches.',
      }),
    ),
  })
}
