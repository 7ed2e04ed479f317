import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import type {
  DeliveryReport,
  LeadReport,
  MessageReport,
  ResponseReport,
  Seconds,
  TicketReport,
} from './schema.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import type { SlaReport } from './sla-schema.ts'
import { localTime } from './local-time.ts'
import { readTimeZone } from './time-zone.ts'

type Buckets<B> = { time_zone: string; buckets: (B & { start: Date; end: Date })[] }

/** Writes the message report as CSV, one row per bucket. */
export function messagesCsv(report: MessageReport): string {
  const columns = ['inbound', 'outbound', 'failed'] as const
  return bucketsCsv(report, columns, (each) => columns.map((name) => each[name]))
}

/** Writes the response report as CSV, one row per bucket. */
export function responsesCsv(report: ResponseReport): string {
  const columns = [
    'started',
    'answered',
    'waiting',
    ...secondsColumns('first_response'),
    'closed',
    ...secondsColumns('resolution'),
  ]
  return bucketsCsv(report, columns, (each) => [
    each.started,
    each.answered,
    each.waiting,
    ...toCells(each.first_response_seconds),
    each.closed,
    ...toCells(each.resolution_seconds),
  ])
}

/** Writes the ticket report as CSV: one row per bucket, or the open tickets by age. */
export function ticketsCsv(report: TicketReport, table: 'buckets' | 'ages' = 'buckets'): string {
  if (table === 'ages')
    return rowsCsv(report.open_by_age, ['from_days', 'under_days', 'open', 'pending', 'overdue'])
  return bucketsCsv(report, ['created', 'solved', ...secondsColumns('solving')], (each) => [
    each.created,
    each.solved,
    ...toCells(each.solving_seconds),
  ])
}

/** Writes the SLA report as CSV: one row per bucket, or per team. */
export function slaCsv(report: SlaReport, table: 'buckets' | 'teams' = 'buckets'): string {
  const outcomes = ['met', 'breached', 'not_needed', 'met_rate'] as const
  const columns = SLA_METRICS.flatMap((metric) => outcomes.map((name) => `${metric}_${name}`))
  const cells = (each: SlaReport['totals']) =>
    SLA_METRICS.flatMap((metric) => outcomes.map((name) => each[metric][name]))
  if (table === 'buckets') return bucketsCsv(report, columns, cells)
  return toCsv(
    ['team', ...columns],
    report.by_team.map((team) => [team.team_name, ...cells(team)]),
  )
}

/** Writes the lead report as CSV: one row per bucket, or per source and campaign. */
export function leadsCsv(report: LeadReport, table: 'buckets' | 'campaigns' = 'buckets'): string {
  if (table === 'campaigns') return rowsCsv(report.by_campaign, ['source', 'campaign', 'leads'])
  const shown = new Set(
    report.buckets.flatMap((each) => each.by_source.map(({ source }) => source)),
  )
  const sources = report.totals.by_source.map(({ source }) => source).filter((s) => shown.has(s))
  return bucketsCsv(report, ['leads', ...sources.map((source) => `leads_${source}`)], (each) => [
    each.leads,
    ...sources.map((s) => each.by_source.find(({ source }) => source === s)?.leads ?? 0),
  ])
}

/** Writes the delivery report as CSV, one row per bucket. */
export function deliveriesCsv(report: DeliveryReport): string {
  const columns = ['succeeded', 'failed', 'pending', 'cancelled', 'success_rate'] as const
  return bucketsCsv(report, [...columns, 'latency_ms_p50', 'latency_ms_p95'], (each) => [
    ...columns.map((name) => each[name]),
    each.latency_ms?.p50 ?? null,
    each.latency_ms?.p95 ?? null,
  ])
}

function bucketsCsv<B>(
  { time_zone, buckets }: Buckets<B>,
  columns: readonly string[],
  toRow: (bucket: B) => Cell[],
): string {
  const zone = readTimeZone(time_zone)
  return toCsv(
    ['start', 'end', ...columns],
    buckets.map((each) => [localTime(zone, each.start), localTime(zone, each.end), ...toRow(each)]),
  )
}

/** Writes a table whose columns are the fields of its rows. */
function rowsCsv<Name extends string>(rows: Record<Name, Cell>[], columns: Name[]): string {
  return toCsv(
    columns,
    rows.map((row) => columns.map((name) => row[name])),
  )
}

function secondsColumns(name: string): string[] {
  return ['p50', 'p90', 'mean'].map((figure) => `${name}_seconds_${figure}`)
}

function toCells(seconds: Seconds): Cell[] {
  return [seconds?.p50 ?? null, seconds?.p90 ?? null, seconds?.mean ?? null]
}

function toCsv(columns: string[], rows: Cell[][]): string {
  return csvHead(columns) + csvLines(rows)
}
