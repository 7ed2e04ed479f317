import type { Static, TObject, TProperties } from 'typebox'
import type { Scope } from '#db/context.ts'
import { exportBody } from '#lib/exporting/export-body.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { capitalize } from '#lib/capitalize.ts'
import type { ExportFormat } from '#shared/exports.ts'
import type { Permission } from './permission.ts'
import type { Resource } from './resource.ts'
import { CsvFile, NdjsonFile, sendTable } from './send-table.ts'
import type { TableFile } from './send-table.ts'

/**
 * An export of the resources `name`: its formats, the filters of the GET, the title of the filters in the body of the POST, if
 * thousands of ids can be named, and the verb that writes the file.
 */
type Export<P extends TProperties> = {
  name: string
  permission: Permission
  description?: string
  formats?: readonly ExportFormat[]
  query: TObject<P>
  title?: string
  run: (
    scope: Scope,
    input: Selected<Static<TObject<P>>>,
    format: ExportFormat,
  ) => Promise<string | AsyncIterable<string>>
}

/** The parts of a description that differ by format. */
type FormatTexts = { suffix: string; as: string; note: string; response: { 200: TableFile } }

const FORMATS: Record<ExportFormat, FormatTexts> = {
  csv: {
    suffix: '',
    as: 'CSV',
    note: ' Cells are escaped so that spreadsheets do not run them as formulas.',
    response: { 200: CsvFile },
  },
  ndjson: {
    suffix: 'Ndjson',
    as: 'JSON lines',
    note: ' Each line is an object as the list returns it.',
    response: { 200: NdjsonFile },
  },
}

/** Adds the routes that export resources, for each format: by filters in the address, and by thousands of ids in the body. */
export function addExport<P extends TProperties>(
  routes: Resource,
  { name, permission, description, formats = ['csv'], query, title, run }: Export<P>,
): void {
  const noun = capitalize(name)
  for (const format of formats) {
    const { suffix, as, note, response } = FORMATS[format]
    const shared = { permission, fresh: true, reads: 'report', response } as const
    routes.get(`/export.${format}`, {
      ...shared,
      operationId: `export${noun}${suffix}`,
      summary: `Export ${name}${suffix && ` as ${as}`}`,
      description:
        description ?? `Returns all ${name} that match the filters as ${as}, newest first.${note}`,
      query,
      run: async (scope, { query: filters, reply }) =>
        sendTable(reply, name, await run(scope, filters, format), format),
    })
    if (title === undefined) continue
    routes.post(`/export.${format}`, {
      ...shared,
      operationId: `exportSelected${noun}${suffix}`,
      summary: `Export selected ${name}${suffix && ` as ${as}`}`,
      description: `Returns the named ${name}, or those that match a filter except the named ones, as ${as}, newest first. Unlike the GET, it takes thousands of ids.`,
      body: exportBody(query, title),
      run: async (scope, { body: { filter, ...named }, reply }) => {
        const input = { ...filter, ...named } as Selected<Static<TObject<P>>>
        return sendTable(reply, name, await run(scope, input, format), format)
      },
    })
  }
}
