import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { DataExports } from '#db/tables/data-exports.ts'
import { AppError } from '#lib/errors.ts'
import { findById } from '#db/find-by-id.ts'

/** Returns the row of an export that has not expired. @throws {AppError} data_export_not_found */
export async function readDataExport(scope: Scope, id: string): Promise<Selectable<DataExports>> {
  const row = await findById(scope, 'data_exports', id)
  if (!row || row.expires_at <= scope.clock.now())
    throw new AppError(
      'data_export_not_found',
      `There is no export ${id} in this workspace, or it has expired.`,
    )
  return row
}
