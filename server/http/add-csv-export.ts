import type { Static, TObject, TProperties } from 'typebox'
import type { Scope } from '#db/context.ts'
import { exportBody } from '#lib/exporting/export-body.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { capitalize } from '#lib/capitalize.ts'
import type { Permission } from './permission.ts'
import type { Resource } from './resource.ts'
import { CsvFile, sendCsv } from './send-csv.ts'

/**
 * An export of the resources `name`: the filters of the GET, the title of the filters in the body of the POST, and the verb that writes
 * the CSV.
 */
type CsvExport<P extends TProperties> = {
  name: string
  permission: Permission
  description?: string
  query: TObject<P>
  title: string
  run: (
    scope: Scope,
    input: Selected<Static<TObject<P>>>,
  ) => Promise<string | AsyncIterable<string>>
}

/** Adds the two routes that export resources as CSV: by filters in the address, and by thousands of ids in the body. */
export function addCsvExport<P extends TProperties>(
  routes: Resource,
  { name, permission, description, query, title, run }: CsvExport<P>,
): void {
  const noun = capitalize(name)
  const shared = {
    permission,
    fresh: true,
    reads: 'report',
    response: { 200: CsvFile },
  } as const
  routes.get('/export.csv', {
    ...shared,
    operationId: `export${noun}`,
    summary: `Export ${name}`,
    description:
      description ??
      `Returns all ${name} that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas.`,
    query,
    run: async (scope, { query: filters, reply }) =>
      sendCsv(reply, name, await run(scope, filters)),
  })
  routes.post('/export.csv', {
    ...shared,
    operationId: `exportSelected${noun}`,
    summary: `Export selected ${name}`,
    description: `Returns the named ${name}, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of ids.`,
    body: exportBody(query, title),
    run: async (scope, { body: { filter, ...named }, reply }) => {
      const input = { ...filter, ...named } as Selected<Static<TObject<P>>>
      return sendCsv(reply, name, await run(scope, input))
    },
  })
}
