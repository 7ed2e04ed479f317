import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { sendCsv } from '#http/send-csv.ts'
import { costsCsv } from './cost-tables.ts'
import { CostReport, CostReportQuery, CostTable } from './cost-schema.ts'
import { getCostReport } from './get-cost-report.ts'
import { getDeliveryReport } from './get-delivery-report.ts'
import { getLeadReport } from './get-lead-report.ts'
import { getMessageReport } from './get-message-report.ts'
import { getResponseReport } from './get-response-report.ts'
import { getTicketReport } from './get-ticket-report.ts'
import { recordExport } from './record-export.ts'
import { deliveriesCsv, leadsCsv, messagesCsv, responsesCsv, ticketsCsv } from './report-tables.ts'
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

const config = { permission: { key: 'reports:read' } } as const
const csvConfig = { permission: { key: 'reports:read', fresh: true } } as const
const tags = ['Reports']
const asCsv = {
  200: {
    description: 'A CSV file in UTF-8 with a byte order mark. Times are in `time_zone`.',
    content: { 'text/csv': { schema: Type.String() } },
  },
}
const csvDescription = 'The same figures for a spreadsheet.'

/** Adds the API routes of reports: each as JSON with buckets and totals, and as CSV. */
export function addReportRoutes(app: App): void {
  app.get(
    '/api/v1/reports/messages',
    {
      config,
      schema: {
        summary: 'Report sent and received messages',
        description: 'Messages are counted at the time they were written.',
        tags,
        querystring: MessageReportQuery,
        response: { 200: MessageReport },
      },
    },
    async (request) => getMessageReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/messages.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the message report',
        description: csvDescription,
        tags,
        querystring: MessageReportQuery,
        response: asCsv,
      },
    },
    async (request, reply) => {
      const report = await getMessageReport(scopeOf(request), request.query)
      await recordExport(scopeOf(request), 'messages', request.query)
      return sendCsv(reply, 'messages', messagesCsv(report))
    },
  )
  app.get(
    '/api/v1/reports/responses',
    {
      config,
      schema: {
        summary: 'Report first responses and resolutions',
        description:
          "A conversation is opened by its creation, or by activity after it was closed, and lasts until it is closed. The first response time is the time from the customer's first message to the first reply sent by a member or an API key. The resolution time is the time from opening to closing.",
        tags,
        querystring: ResponseReportQuery,
        response: { 200: ResponseReport },
      },
    },
    async (request) => getResponseReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/responses.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the response report',
        description: csvDescription,
        tags,
        querystring: ResponseReportQuery,
        response: asCsv,
      },
    },
    async (request, reply) => {
      const report = await getResponseReport(scopeOf(request), request.query)
      await recordExport(scopeOf(request), 'responses', request.query)
      return sendCsv(reply, 'responses', responsesCsv(report))
    },
  )
  app.get(
    '/api/v1/reports/tickets',
    {
      config,
      schema: {
        summary: 'Report tickets',
        description:
          'Returns created and solved tickets, and the age of the tickets that are open now.',
        tags,
        querystring: TicketReportQuery,
        response: { 200: TicketReport },
      },
    },
    async (request) => getTicketReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/tickets.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the ticket report',
        description: csvDescription,
        tags,
        querystring: Type.Object(
          { ...TicketReportQuery.properties, table: TicketTable },
          { additionalProperties: false },
        ),
        response: asCsv,
      },
    },
    async (request, reply) => {
      const { table, ...query } = request.query
      const report = await getTicketReport(scopeOf(request), query)
      await recordExport(scopeOf(request), 'tickets', request.query)
      return sendCsv(
        reply,
        table === 'ages' ? 'open-tickets' : 'tickets',
        ticketsCsv(report, table),
      )
    },
  )
  app.get(
    '/api/v1/reports/leads',
    {
      config,
      schema: {
        summary: 'Report leads by source and campaign',
        description: 'Leads are counted at the time they arrived.',
        tags,
        querystring: LeadReportQuery,
        response: { 200: LeadReport },
      },
    },
    async (request) => getLeadReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/leads.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the lead report',
        description: csvDescription,
        tags,
        querystring: Type.Object(
          { ...LeadReportQuery.properties, table: LeadTable },
          { additionalProperties: false },
        ),
        response: asCsv,
      },
    },
    async (request, reply) => {
      const { table, ...query } = request.query
      const report = await getLeadReport(scopeOf(request), query)
      await recordExport(scopeOf(request), 'leads', request.query)
      return sendCsv(reply, table === 'campaigns' ? 'campaigns' : 'leads', leadsCsv(report, table))
    },
  )
  app.get(
    '/api/v1/reports/costs',
    {
      config,
      schema: {
        summary: 'Report message costs',
        description:
          "Multiplies the messages that the platform charges for, each counted once, with the prices of the workspace's price lists: those that were valid when the message was written, by the country of the recipient. Sums are exact decimal numbers.",
        tags,
        querystring: CostReportQuery,
        response: { 200: CostReport },
      },
    },
    async (request) => getCostReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/costs.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the cost report',
        description: csvDescription,
        tags,
        querystring: Type.Object(
          { ...CostReportQuery.properties, table: CostTable },
          { additionalProperties: false },
        ),
        response: asCsv,
      },
    },
    async (request, reply) => {
      const { table, ...query } = request.query
      const report = await getCostReport(scopeOf(request), query)
      await recordExport(scopeOf(request), 'costs', request.query)
      return sendCsv(reply, 'costs', costsCsv(report, table))
    },
  )
  app.get(
    '/api/v1/reports/deliveries',
    {
      config,
      schema: {
        summary: 'Report webhook deliveries',
        description:
          'Returns the outcome and speed of deliveries, by the time of their events. Test deliveries are not counted.',
        tags,
        querystring: DeliveryReportQuery,
        response: { 200: DeliveryReport },
      },
    },
    async (request) => getDeliveryReport(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/reports/deliveries.csv',
    {
      config: csvConfig,
      schema: {
        summary: 'Export the delivery report',
        description: csvDescription,
        tags,
        querystring: DeliveryReportQuery,
        response: asCsv,
      },
    },
    async (request, reply) => {
      const report = await getDeliveryReport(scopeOf(request), request.query)
      await recordExport(scopeOf(request), 'deliveries', request.query)
      return sendCsv(reply, 'deliveries', deliveriesCsv(report))
    },
  )
}
