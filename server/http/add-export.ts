import { Type } from 'typebox'
import type { Static, TObject, TProperties } from 'typebox'
import type { Scope } from '#db/context.ts'
import { exportBody } from '#lib/exporting/export-body.ts'
import type { Selected } from '#lib/lists/read-ids.ts'
import { capitalize } from '#lib/capitalize.ts'
import { closedObject } from '#lib/schemas.ts'
import { EXPORT_FORMATS } from '#shared/exports.ts'
import type { ExportFormat } from '#shared/exports.ts'
import type { Permission } from './permission.ts'
import type { Resource } from './resource.ts'
import { CsvFile, sendTable, TableFile } from './send-table.ts'

/**
 * An export of the resources `name`: the filters of the GET, the title of the filters in the body of the POST, if thousands of ids can be
 * named, and the verb that writes the file. `hasFormats`: also as JSON lines.
 */
type Export<P extends TProperties> = {
  name: string
  permission: Permission
  description?: string
  hasFormats?: true
  query: TObject<P>
  title?: string
  run: (
    scope: Scope,
    input: Selected<Static<TObject<P>>>,
    format: ExportFormat,
  ) => Promise<string | AsyncIterable<string>>
}

const Format = Type.Optional(
  Type.Enum([...EXPORT_FORMATS], {
    default: 'csv',
    description: '`ndjson`: a JSON object per line, as the list returns it.',
  }),
)

/** Adds the routes that export resources: by filters in the address, and by thousands of ids in the body. */
export function addExport<P extends TProperties>(
  routes: Resource,
  { name, permission, description, hasFormats, query, title, run }: Export<P>,
): void {
  const noun = capitalize(name)
  const shared = {
    permission,
    fresh: true,
    reads: 'report',
    response: { 200: hasFormats ? TableFile : CsvFile },
  } as const
  routes.get('/export.csv', {
    ...shared,
    operationId: `export${noun}`,
    summary: `Export ${name}`,
    description: description ?? `Returns all ${name} that match the filters, newest first.`,
    query: hasFormats ? closedObject({ ...query.properties, format: Format }) : query,
    run: async (scope, { query: given, reply }) => {
      const { format = 'csv', ...filters } = given as { format?: ExportFormat }
      const input = filters as Selected<Static<TObject<P>>>
      return sendTable(reply, name, await run(scope, input, format), format)
    },
  })
  if (title === undefined) return
  const body = exportBody(query, title)
  routes.post('/export.csv', {
    ...shared,
    operationId: `exportSelected${noun}`,
    summary: `Export selected ${name}`,
    description: 'Works like the GET. Its body takes thousands of ids.',
    body: hasFormats ? closedObject({ ...body.properties, format: Format }) : body,
    run: async (scope, { body: given, reply }) => {
      const {
        filter,
        format = 'csv',
        ...named
      } = given as Static<typeof body> & {
        format?: ExportFormat
      }
      const input = { ...filter, ...named } as Selected<Static<TObject<P>>>
      return sendTable(reply, name, await run(scope, input, format), format)
    },
  })
}
