import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { BulkActions } from '#db/tables/bulk-actions.ts'
import { AppError } from '#lib/errors.ts'
import { findById } from '#db/find-by-id.ts'
import { toBulkAction } from './schema.ts'
import type { BulkActionResource } from './schema.ts'

/** A row of `bulk_actions`. */
export type BulkRow = Selectable<BulkActions>

/** Returns the bulk action with this id. @throws {AppError} bulk_action_not_found */
export async function getBulkAction(scope: Scope, id: string): Promise<BulkActionResource> {
  return toBulkAction(await readBulkAction(scope, id))
}

/** Returns the row of a bulk action; `change` locks it until the transaction ends. @throws {AppError} bulk_action_not_found */
export async function readBulkAction(scope: Scope, id: string, lock?: 'change'): Promise<BulkRow> {
  const row = await findById(scope, 'bulk_actions', id, lock)
  if (row) return row
  throw new AppError('bulk_action_not_found', `There is no bulk action ${id} in this workspace.`)
}
