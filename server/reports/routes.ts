import { resource } from '#http/resource.ts'
import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import type { App } from '#http/app.ts'
import { CsvFile, sendTable } from '#http/send-table.ts'
import { capitalize } from '#lib/capitalize.ts'
import { closedObject } from '#lib/schemas.ts'
import { costsCsv } from './costs-csv.ts'
import { CostReport, CostReportQuery, CostTable } from './cost-schema.ts'
import { csatCsv } from './csat-csv.ts'
import { CsatReport, CsatReportQuery, CsatTable } from './csat-schema.ts'
import { getCostReport } from './get-cost-report.ts'
import { getCsatReport } from './get-csat-report.ts'
import { getDeliveryReport } from './get-delivery-report.ts'
import { getLeadReport } from './get-lead-report.ts'
import { getMessageReport } from './get-message-report.ts'
import { getResponseReport } from './get-response-report.ts'
import { getSlaReport } from './get-sla-report.ts'
import { getTicketReport } from './get-ticket-report.ts'
import { getWorkReport } from './get-work-report.ts'
import { recordExport } from './record-export.ts'
import type { ReportName } from './record-export.ts'
import { SlaReport, SlaReportQuery, SlaTable } from './sla-schema.ts'
import {
  deliveriesCsv,
  leadsCsv,
  messagesCsv,
  responsesCsv,
  slaCsv,
  ticketsCsv,
} from './report-tables.ts'
import { workCsv } from './work-csv.ts'
import { WorkReport, WorkReportQuery } from './work-schema.ts'
import {
  DeliveryReport,
  DeliveryReportQuery,
  LeadReport,
  LeadReportQuery,
  LeadTable,
  MessageReport,
  MessageReportQuery,
  ResponseReport,
  ResponseReportQuery,
  TicketReport,
  TicketReportQuery,
  TicketTable,
} from './schema.ts'
const asCsv = {
  200: { ...CsvFile, description: `${CsvFile.description} Times are in \`time_zone\`.` },
}

/** A report: its figures in JSON, and the same in one of the tables of a CSV file. */
type Report<Query extends TObject, Figures extends TSchema, Table extends TSchema> = {
  name: ReportName
  /** The report in a sentence: `Export the … report`. */
  noun: string
  operationId: string
  summary: string
  description: string
  query: Query
  response: Figures
  read: (scope: Scope, query: Static<Query>) => Promise<Static<Figures>>
  csv: (report: Static<Figures>, table?: Static<Table>) => string
  /** The tables that the CSV can contain, if there are several. */
  tables?: Table
  /** The names of files of tables whose name is not the report's. */
  files?: Readonly<Record<string, string>>
}

const REPORTS = [
  report({
    name: 'messages',
    noun: 'message',
    operationId: 'reportMessages',
    summary: 'Report sent and received messages',
    description: 'Messages are counted at the time they were written.',
    query: MessageReportQuery,
    response: MessageReport,
    read: getMessageReport,
    csv: messagesCsv,
  }),
  report({
    name: 'responses',
    noun: 'response',
    operationId: 'reportResponses',
    summary: 'Report first responses and resolutions',
    description:
      "A conversation is opened by its creation, or by activity after it was closed, and lasts until it is closed. The first response time is the time from the customer's first message to the first reply sent by a member or an API key. The resolution time is the time from opening to closing.",
    query: ResponseReportQuery,
    response: ResponseReport,
    read: getResponseReport,
    csv: responsesCsv,
  }),
  report({
    name: 'work',
    noun: 'work',
    operationId: 'reportWork',
    summary: 'Report work side by side',
    description:
      "Returns what each member, team, channel or tag did in the period, beside the period of the same length before. A first response counts for who gave it, at the time of the customer's message; a close for who closed.",
    query: WorkReportQuery,
    response: WorkReport,
    read: getWorkReport,
    csv: workCsv,
  }),
  report({
    name: 'tickets',
    noun: 'ticket',
    operationId: 'reportTickets',
    summary: 'Report tickets',
    description:
      'Returns created and solved tickets, and the age of the tickets that are open now.',
    query: TicketReportQuery,
    response: TicketReport,
    read: getTicketReport,
    csv: ticketsCsv,
    tables: TicketTable,
    files: { ages: 'open-tickets' },
  }),
  report({
    name: 'sla',
    noun: 'SLA',
    operationId: 'reportSla',
    summary: 'Report SLA targets',
    description:
      'Counts the targets of SLA policies that were met, missed or not needed: at the time they were met, at the due time that passed, or at the close.',
    query: SlaReportQuery,
    response: SlaReport,
    read: getSlaReport,
    csv: slaCsv,
    tables: SlaTable,
    files: { teams: 'sla-teams' },
  }),
  report({
    name: 'leads',
    noun: 'lead',
    operationId: 'reportLeads',
    summary: 'Report leads by source and campaign',
    description: 'Leads are counted at the time they arrived.',
    query: LeadReportQuery,
    response: LeadReport,
    read: getLeadReport,
    csv: leadsCsv,
    tables: LeadTable,
    files: { campaigns: 'campaigns' },
  }),
  report({
    name: 'costs',
    noun: 'cost',
    operationId: 'reportCosts',
    summary: 'Report message costs',
    description:
      "Multiplies the messages that the platform charges for, each counted once, with the prices of the workspace's price lists: those that were valid when the message was written, by the country of the recipient. Sums are exact decimal numbers.",
    query: CostReportQuery,
    response: CostReport,
    read: getCostReport,
    csv: costsCsv,
    tables: CostTable,
  }),
  report({
    name: 'csat',
    noun: 'rating',
    operationId: 'reportRatings',
    summary: 'Report ratings of customers',
    description:
      'Returns how many customers were asked for a rating after their conversation was closed, how many answered, and how satisfied they are. Questions are counted at the time they were sent, with their answers.',
    query: CsatReportQuery,
    response: CsatReport,
    read: getCsatReport,
    csv: csatCsv,
    tables: CsatTable,
    files: {
      members: 'csat-by-member',
      teams: 'csat-by-team',
      channels: 'csat-by-channel',
      tags: 'csat-by-tag',
    },
  }),
  report({
    name: 'deliveries',
    noun: 'delivery',
    operationId: 'reportDeliveries',
    summary: 'Report webhook deliveries',
    description:
      'Returns the outcome and speed of deliveries, by the time of their events. Test deliveries are not counted.',
    query: DeliveryReportQuery,
    response: DeliveryReport,
    read: getDeliveryReport,
    csv: deliveriesCsv,
  }),
]

/** Adds the API routes of reports: each as JSON with buckets and totals, and as CSV. */
export function addReportRoutes(app: App): void {
  for (const add of REPORTS) add(app)
}

/** Returns a function that adds both routes of a report. */
function report<Query extends TObject, Figures extends TSchema, Table extends TSchema>(
  each: Report<Query, Figures, Table>,
): (app: App) => void {
  const { name, noun, query, tables, files, read, csv } = each
  return (app) => {
    const routes = resource(app, '', { tag: 'Reports', read: { key: 'reports:read' } })

    routes.get(`/api/v1/reports/${name}`, {
      operationId: each.operationId,
      summary: each.summary,
      description: each.description,
      query,
      reads: 'report',
      response: { 200: each.response as TSchema },
      run: (scope, { query }) =>
        growingRead(scope, 'report', (reader) => read(reader, query as Static<Query>)),
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
        const figures = await growingRead(scope, 'report', (reader) =>
          read(reader, rest as Static<Query>),
        )
        await recordExport(scope, name, query as object)
        return sendTable(reply, files?.[table ?? ''] ?? name, csv(figures, table as Static<Table>))
      },
    })
  }
}
