import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { BulkActions } from '#db/tables/bulk-actions.ts'
import { toBulkAction } from './schema.ts'
import type { BulkActionResource } from './schema.ts'

/** A row of `bulk_actions`. */
export type BulkRow = Selectable<BulkActions>

/** Returns the bulk action with this id. @throws {AppError} bulk_action_not_found */
export async function getBulkAction(scope: Scope, id: string): Promise<BulkActionResource> {
  return toBulkAction(await getById(scope, 'bulk_actions', id))
}
