import { resource } from '#http/resource.ts'
import { growingRead } from '#db/growing-read.ts'
import type { App } from '#http/app.ts'
import { CsvFile, sendTable } from '#http/send-table.ts'
import { capitalize } from '#lib/capitalize.ts'
import { closedObject } from '#lib/schemas.ts'
import { recordExport } from './record-export.ts'
import { REPORT_KINDS } from './report-kinds.ts'
import type { AnyReport } from './report-kinds.ts'

const asCsv = {
  200: { ...CsvFile, description: `${CsvFile.description} Times are in \`time_zone\`.` },
}

/** Adds the API routes of reports: each as JSON with buckets and totals, and as CSV. */
export function addReportRoutes(app: App): void {
  for (const kind of Object.values(REPORT_KINDS)) addReport(app, kind)
}

/** Adds both routes of a report. */
function addReport(app: App, each: AnyReport): void {
  const { name, noun, query, tables, files, read, csv } = each
  const routes = resource(app, '', { tag: 'Reports', read: { key: 'reports:read' } })

  routes.get(`/api/v1/reports/${name}`, {
    operationId: each.operationId,
    summary: each.summary,
    description: each.description,
    query,
    reads: 'report',
    response: { 200: each.response },
    run: (scope, { query }) =>
      growingRead(scope, 'report', (reader) => read(reader, query as object)),
  })
  routes.get(`/api/v1/reports/${name}.csv`, {
    operationId: `export${capitalize(noun.toLowerCase())}Report`,
    summary: `Export the ${noun} report`,
    description: 'The same figures for a spreadsheet.',
    fresh: true,
    query: tables ? closedObject({ ...query.properties, table: tables }) : query,
    reads: 'report',
    response: asCsv,
    run: async (scope, { query, reply }) => {
      const { table, ...rest } = query as { table?: string }
      const figures = await growingRead(scope, 'report', (reader) => read(reader, rest))
      await recordExport(scope, name, query as object)
      return sendTable(reply, files?.[table ?? ''] ?? name, csv(figures, table))
    },
  })
}
