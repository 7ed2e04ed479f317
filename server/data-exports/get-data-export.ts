import type { Scope } from '#db/context.ts'
import { readDataExport } from './read-data-export.ts'
import { toDataExport } from './schema.ts'
import type { DataExport } from './schema.ts'

/** Returns the export of a contact's data. @throws {AppError} data_export_not_found */
export async function getDataExport(scope: Scope, id: string): Promise<DataExport> {
  return toDataExport(scope, await readDataExport(scope, id))
}
