import { Type } from 'typebox'
import type { Static, TObject, TProperties } from 'typebox'
import { describedTime, Id, nullable, Time, titled, optionals, closedObject } from '#lib/schemas.ts'
import { BUCKET_SIZES } from '#shared/reports.ts'

const edge = String.raw`^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$`
/** The fields of a report's query that choose its period. */
export const rangeQuery = optionals({
  from: Type.String({
    maxLength: 40,
    pattern: edge,
    'x-message': 'must be a date or an RFC 3339 timestamp',
    description: 'A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.',
  }),
  to: Type.String({
    maxLength: 40,
    pattern: edge,
    'x-message': 'must be a date or an RFC 3339 timestamp',
    description: 'A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.',
  }),
  time_zone: Type.String({
    maxLength: 64,
    description:
      'The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.',
  }),
  bucket: Type.Enum([...BUCKET_SIZES], {
    default: 'day',
    description:
      'The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.',
  }),
})

/** The period of a report's query. */
export type RangeQuery = Static<TObject<typeof rangeQuery>>

const channel_id = Type.Optional({ ...Id, description: 'Only this channel.' })

/** The query of the message report. */
export const MessageReportQuery = closedObject({
  ...rangeQuery,
  channel_id,
  member_id: Type.Optional({
    ...Id,
    description:
      'Only messages sent by this member and messages received in conversations assigned to them now.',
  }),
})

/** The query of the response report. */
export const ResponseReportQuery = closedObject({
  ...rangeQuery,
  channel_id,
  member_id: Type.Optional({
    ...Id,
    description:
      'Only conversations that this member answered first or closed, and unanswered ones assigned to them.',
  }),
})

/** The query of the ticket report. */
export const TicketReportQuery = closedObject({
  ...rangeQuery,
  member_id: Type.Optional({ ...Id, description: 'Only tickets assigned to this member now.' }),
  type_id: Type.Optional({ ...Id, description: 'Only tickets of this type now.' }),
})

/** The query of the lead report. */
export const LeadReportQuery = closedObject(rangeQuery)

/** The query of the delivery report. */
export const DeliveryReportQuery = closedObject({
  ...rangeQuery,
  endpoint_id: Type.Optional({ ...Id, description: 'Only this webhook endpoint.' }),
})

/** The table of a ticket report that the CSV contains: one row per bucket, or the open tickets by age. */
export const TicketTable = Type.Optional(
  Type.Enum(['buckets', 'ages'], {
    default: 'buckets',
    description: '`buckets`: a row for each period of time. `ages`: the open tickets by their age.',
  }),
)

/** The table of a lead report that the CSV contains: one row per bucket, or per source and campaign. */
export const LeadTable = Type.Optional(
  Type.Enum(['buckets', 'campaigns'], {
    default: 'buckets',
    description:
      '`buckets`: a row for each period of time. `campaigns`: a row for each source and campaign.',
  }),
)

/** A duration in whole seconds, null if nothing was measured. */
export const Seconds = nullable(
  titled('Seconds', {
    p50: Type.Integer({ description: 'The median.' }),
    p90: Type.Integer({ description: 'The 90th percentile.' }),
    mean: Type.Integer(),
  }),
)

/** A duration in whole seconds, null if nothing was measured. */
export type Seconds = Static<typeof Seconds>

/** Returns the schema of a report: its period, its figures by bucket and in total, and `more`. */
export function report<T extends TProperties, M extends TProperties = Record<never, never>>(
  title: string,
  figures: T,
  more: M = {} as M,
) {
  return titled(title, {
    from: Time,
    to: Time,
    time_zone: Type.String(),
    bucket: Type.Enum([...BUCKET_SIZES]),
    buckets: Type.Array(Type.Object({ start: Time, end: Time, ...figures })),
    totals: titled(title.replace('Report', 'Figures'), figures),
    ...more,
  })
}

/** Sent and received messages. */
export const MessageReport = report('MessageReport', {
  inbound: Type.Integer(),
  outbound: Type.Integer({ description: 'Sent messages, including failed ones.' }),
  failed: Type.Integer({ description: 'Sent messages that failed.' }),
})

/** Sent and received messages. */
export type MessageReport = Static<typeof MessageReport>

/** Response and resolution times of conversations. */
export const ResponseReport = report('ResponseReport', {
  started: Type.Integer({
    description:
      "Conversations opened by a customer's message: new ones, and closed ones that were reopened.",
  }),
  answered: Type.Integer({ description: 'Opened conversations that were answered.' }),
  waiting: Type.Integer({
    description: 'Opened conversations that are still open and unanswered.',
  }),
  first_response_seconds: Type.Unsafe<Seconds>({
    ...Seconds,
    description:
      "The time from the customer's first message to the first reply that a member or an API key sent successfully. Counted in the bucket of the customer's message.",
  }),
  closed: Type.Integer({ description: 'Conversations that were closed.' }),
  resolution_seconds: Type.Unsafe<Seconds>({
    ...Seconds,
    description: 'The time from opening to closing. Counted in the bucket of the closing.',
  }),
})

/** Response and resolution times of conversations. */
export type ResponseReport = Static<typeof ResponseReport>

/** The lower bounds, in days, of the age groups of open tickets. */
export const AGES = [0, 1, 3, 7, 14, 30] as const

const OpenTickets = {
  open: Type.Integer(),
  pending: Type.Integer(),
  overdue: Type.Integer({ description: 'Open and pending tickets that are past their due time.' }),
}

/** Created and solved tickets, and the age of open ones. */
export const TicketReport = report(
  'TicketReport',
  {
    created: Type.Integer(),
    solved: Type.Integer(),
    solving_seconds: Type.Unsafe<Seconds>({
      ...Seconds,
      description: 'The time from creation to solution. Counted in the bucket of the solution.',
    }),
  },
  {
    open_now: Type.Object(OpenTickets, { description: 'Counted at the time of the request.' }),
    open_by_age: Type.Array(
      Type.Object({
        from_days: Type.Integer(),
        under_days: nullable(Type.Integer()),
        ...OpenTickets,
      }),
      {
        description: 'Counted at the time of the request, independent of the period of the report.',
      },
    ),
  },
)

/** Created and solved tickets, and the age of open ones. */
export type TicketReport = Static<typeof TicketReport>

const Source = Type.Object({ source: Type.String(), leads: Type.Integer() })

/** Leads by source and campaign. */
export const LeadReport = report(
  'LeadReport',
  {
    leads: Type.Integer(),
    by_source: Type.Array(Source, {
      description:
        'The eight sources with the most leads in the period. The totals include all sources.',
    }),
  },
  {
    by_campaign: Type.Array(
      Type.Object({
        source: Type.String(),
        campaign: nullable(Type.String()),
        leads: Type.Integer(),
      }),
      { description: 'At most 500 campaigns, those with the most leads first.' },
    ),
    is_whole: Type.Boolean({ description: 'Whether `by_campaign` contains all campaigns.' }),
  },
)

/** Leads by source and campaign. */
export type LeadReport = Static<typeof LeadReport>

/** The outcomes and speed of webhook deliveries. */
export const DeliveryReport = report(
  'DeliveryReport',
  {
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer(),
    cancelled: Type.Integer(),
    success_rate: nullable(
      Type.Number({
        description: 'From 0 to 1: the share of delivered among delivered and failed.',
      }),
    ),
    latency_ms: nullable(
      Type.Object(
        { p50: Type.Integer(), p95: Type.Integer() },
        {
          description: 'The time from creation to success, including waiting and retries.',
        },
      ),
    ),
  },
  {
    kept_since: describedTime(
      "Finished deliveries before this time were deleted, according to the workspace's `retention_days`.",
    ),
  },
)

/** The outcomes and speed of webhook deliveries. */
export type DeliveryReport = Static<typeof DeliveryReport>
