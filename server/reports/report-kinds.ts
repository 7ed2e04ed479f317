import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from '#db/context.ts'
import { BotReport, BotReportQuery, BotTable } from './bot-schema.ts'
import { botsCsv } from './bots-csv.ts'
import { costsCsv } from './costs-csv.ts'
import { CostReport, CostReportQuery, CostTable } from './cost-schema.ts'
import { csatCsv } from './csat-csv.ts'
import { CsatReport, CsatReportQuery, CsatTable } from './csat-schema.ts'
import { getBotReport } from './get-bot-report.ts'
import { getCostReport } from './get-cost-report.ts'
import { getCsatReport } from './get-csat-report.ts'
import { getDeliveryReport } from './get-delivery-report.ts'
import { getLeadReport } from './get-lead-report.ts'
import { getMessageReport } from './get-message-report.ts'
import { getResponseReport } from './get-response-report.ts'
import { getSlaReport } from './get-sla-report.ts'
import { getTicketReport } from './get-ticket-report.ts'
import { getWorkReport } from './get-work-report.ts'
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
import type { ReportName } from '#shared/reports.ts'
import { countsOf } from './report-figure.ts'
import type { ReportFigure } from './report-figure.ts'
import { SLA_METRICS } from '#shared/sla.ts'

/** The rows of work that a mail shows. */
const WORK_ROWS = 10

/** A report: its figures in JSON, and the same in one of the tables of a CSV file. */
type ReportKind<Query extends TObject, Figures extends TSchema, Table extends TSchema> = {
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
  /** The figures that a mail shows. */
  figures: (report: Static<Figures>) => ReportFigure[]
  /** The tables that the CSV can contain, if there are several. */
  tables?: Table
  /** The names of files of tables whose name is not the report's. */
  files?: Readonly<Record<string, string>>
}

/** A report of any kind: `query` and `report` are those of its schemas. */
export type AnyReport = Omit<
  ReportKind<TObject, TSchema, TSchema>,
  'read' | 'csv' | 'figures' | 'tables'
> & {
  tables?: TSchema
  read: (scope: Scope, query: object) => Promise<object>
  csv: (report: object, table?: string) => string
  figures: (report: object) => ReportFigure[]
}

/** All reports, by their names. */
export const REPORT_KINDS: Readonly<Record<ReportName, AnyReport>> = {
  messages: kind({
    name: 'messages',
    noun: 'message',
    operationId: 'reportMessages',
    summary: 'Report sent and received messages',
    description: 'Messages are counted at the time they were written.',
    query: MessageReportQuery,
    response: MessageReport,
    read: getMessageReport,
    csv: messagesCsv,
    figures: ({ totals }) => countsOf(totals, ['inbound', 'outbound', 'failed']),
  }),
  responses: kind({
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
    figures: ({ totals }) => [
      ...countsOf(totals, ['started', 'answered', 'waiting']),
      {
        label: 'first_response',
        unit: 'seconds',
        value: totals.first_response_seconds?.p50 ?? null,
      },
      ...countsOf(totals, ['closed']),
      { label: 'resolution', unit: 'seconds', value: totals.resolution_seconds?.p50 ?? null },
    ],
  }),
  work: kind({
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
    figures: ({ rows }) =>
      rows.slice(0, WORK_ROWS).map(({ name, replies, before }) => ({
        name: name ?? '–',
        label: 'replies',
        unit: 'count',
        value: replies,
        before: before.replies,
      })),
  }),
  tickets: kind({
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
    figures: ({ totals, open_now }) => [
      ...countsOf(totals, ['created', 'solved']),
      { label: 'solving', unit: 'seconds', value: totals.solving_seconds?.p50 ?? null },
      ...countsOf(open_now, ['open', 'overdue']),
    ],
    tables: TicketTable,
    files: { ages: 'open-tickets' },
  }),
  sla: kind({
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
    figures: ({ totals }) =>
      SLA_METRICS.flatMap((metric): ReportFigure[] => [
        { label: `${metric}_met`, unit: 'share', value: totals[metric].met_rate },
        { label: `${metric}_breached`, unit: 'count', value: totals[metric].breached },
      ]),
    tables: SlaTable,
    files: { teams: 'sla-teams' },
  }),
  leads: kind({
    name: 'leads',
    noun: 'lead',
    operationId: 'reportLeads',
    summary: 'Report leads by source and campaign',
    description: 'Leads are counted at the time they arrived.',
    query: LeadReportQuery,
    response: LeadReport,
    read: getLeadReport,
    csv: leadsCsv,
    figures: ({ totals }) => countsOf(totals, ['leads']),
    tables: LeadTable,
    files: { campaigns: 'campaigns' },
  }),
  costs: kind({
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
    figures: ({ totals }) => [
      ...countsOf(totals, ['messages', 'free', 'unpriced']),
      ...totals.costs.map(({ amount, currency }): ReportFigure => ({
        label: 'cost',
        unit: 'money',
        value: Number(amount),
        currency,
      })),
    ],
    tables: CostTable,
  }),
  bots: kind({
    name: 'bots',
    noun: 'bot',
    operationId: 'reportBots',
    summary: 'Report what bots did',
    description:
      'Returns how many conversations bots solved alone, and how long they held the others before people got them. Each is counted when the bot stopped holding it.',
    query: BotReportQuery,
    response: BotReport,
    read: getBotReport,
    csv: botsCsv,
    figures: ({ totals }) => [
      ...countsOf(totals, ['handled', 'solved', 'handed_over', 'timed_out', 'taken_over']),
      { label: 'held', unit: 'seconds', value: totals.held_seconds?.p50 ?? null },
    ],
    tables: BotTable,
    files: { bots: 'bots-by-bot', teams: 'bots-by-team', channels: 'bots-by-channel' },
  }),
  csat: kind({
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
    figures: ({ totals }) => [
      ...countsOf(totals, ['asked', 'answered']),
      { label: 'average', unit: 'number', value: totals.average },
      { label: 'satisfied', unit: 'share', value: totals.satisfied },
    ],
    tables: CsatTable,
    files: {
      members: 'csat-by-member',
      teams: 'csat-by-team',
      channels: 'csat-by-channel',
      tags: 'csat-by-tag',
    },
  }),
  deliveries: kind({
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
    figures: ({ totals }) => [
      ...countsOf(totals, ['succeeded', 'failed', 'pending']),
      { label: 'success_rate', unit: 'share', value: totals.success_rate },
    ],
  }),
}

/** Returns a report without the types of its query, its figures and its tables, which its own schemas check. */
function kind<Query extends TObject, Figures extends TSchema, Table extends TSchema>(
  each: ReportKind<Query, Figures, Table>,
): AnyReport {
  return each as unknown as AnyReport
}
