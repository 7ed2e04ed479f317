import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { findDefinitions } from '../custom-fields/find-definitions.ts'
import { guessMapping } from './guess-mapping.ts'
import type { CsvFile } from './read-csv-file.ts'
import { IMPORT_COLUMNS, toImport } from './schema.ts'
import type { Import } from './schema.ts'

/**
 * Stores an uploaded file of contacts with a guessed mapping of its columns; `country` is that of the workspace. Imports nothing
 * yet.
 */
export async function createImport(
  scope: Scope,
  filename: string,
  file: CsvFile,
  country: string,
): Promise<Import> {
  const now = scope.clock.now()
  const { mapping, guesses } = guessMapping({
    columns: file.columns,
    rows: file.probe,
    country,
    definitions: await findDefinitions(scope),
  })
  const row = await scope.db
    .insertInto('imports')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(),
      filename,
      body: file.body,
      delimiter: file.delimiter,
      columns: file.columns,
      samples: JSON.stringify(file.samples),
      mapping: JSON.stringify(mapping),
      guesses: JSON.stringify(guesses),
      row_count: file.rowCount,
      done_bytes: file.start,
      created_by: scope.actor.id,
      created_at: now,
      updated_at: now,
    })
    .returning(IMPORT_COLUMNS)
    .executeTakeFirstOrThrow()
  return toImport(row)
}
