import { Type } from 'typebox'
import type { Static, TProperties } from 'typebox'
import { Id, nullable, Time } from '#lib/schemas.ts'

const edge = String.raw`^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$`
const rangeQuery = {
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: edge,
      description: 'A day, or an RFC 3339 time. Unless told: 30 days before `to`.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: edge,
      description: 'A day, which is included, or an RFC 3339 time, which is not. Unless told: now.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Whose clocks make days and hours: an IANA name such as Asia/Kolkata, or an offset. Unless told: UTC.',
    }),
  ),
  bucket: Type.Optional(
    Type.Enum(['hour', 'day', 'week'], {
      default: 'day',
      description: 'Weeks begin on Monday. A report has at most 1,200 buckets.',
    }),
  ),
}

const closed = { additionalProperties: false }
const channel_id = Type.Optional({ ...Id, description: 'Of one channel.' })

/** The query of the report of messages. */
export const MessageReportQuery = Type.Object(
  {
    ...rangeQuery,
    channel_id,
    member_id: Type.Optional({
      ...Id,
      description:
        'What this member sent, and what came in to the chats that are assigned to them now.',
    }),
  },
  closed,
)

/** The query of the report of responses. */
export const ResponseReportQuery = Type.Object(
  {
    ...rangeQuery,
    channel_id,
    member_id: Type.Optional({
      ...Id,
      description:
        'What this member answered first, or closed; and what waits in the chats assigned to them.',
    }),
  },
  closed,
)

/** The query of the report of tickets. */
export const TicketReportQuery = Type.Object(
  {
    ...rangeQuery,
    member_id: Type.Optional({ ...Id, description: 'Those assigned to this member now.' }),
  },
  closed,
)

/** The query of the report of leads. */
export const LeadReportQuery = Type.Object(rangeQuery, closed)

/** The query of the report of deliveries. */
export const DeliveryReportQuery = Type.Object(
  {
    ...rangeQuery,
    endpoint_id: Type.Optional({ ...Id, description: 'Of one webhook endpoint.' }),
  },
  closed,
)

/** Which of a report's tables a CSV holds: a row for each bucket, or the tickets that are open by their age. */
export const TicketTable = Type.Optional(Type.Enum(['buckets', 'ages'], { default: 'buckets' }))

/** Which of a report's tables a CSV holds: a row for each bucket, or for each source with its campaigns. */
export const LeadTable = Type.Optional(Type.Enum(['buckets', 'campaigns'], { default: 'buckets' }))

/** How long something took, in whole seconds; null where nothing was measured. */
export const Seconds = nullable(
  Type.Object({
    p50: Type.Integer({ description: 'Half took as long, or less.' }),
    p90: Type.Integer({ description: 'Nine of ten took as long, or less.' }),
    mean: Type.Integer(),
  }),
)

/** How long something took, in whole seconds; null where nothing was measured. */
export type Seconds = Static<typeof Seconds>

function report<T extends TProperties, M extends TProperties>(title: string, figures: T, more: M) {
  return Type.Object(
    {
      from: Time,
      to: Time,
      time_zone: Type.String(),
      bucket: Type.Enum(['hour', 'day', 'week']),
      buckets: Type.Array(Type.Object({ start: Time, end: Time, ...figures })),
      totals: Type.Object(figures),
      ...more,
    },
    { title },
  )
}

/** Messages in and out. */
export const MessageReport = report(
  'MessageReport',
  {
    inbound: Type.Integer(),
    outbound: Type.Integer({ description: 'Also those that failed.' }),
    failed: Type.Integer({ description: 'Of the outbound ones.' }),
  },
  {},
)

/** Messages in and out. */
export type MessageReport = Static<typeof MessageReport>

/** How fast customers are answered, and conversations closed. */
export const ResponseReport = report(
  'ResponseReport',
  {
    started: Type.Integer({
      description: 'Rounds that a customer began with a message: in a new chat, or after a close.',
    }),
    answered: Type.Integer({ description: 'Of those, the ones that were answered.' }),
    waiting: Type.Integer({ description: 'Of those, the ones that are still open unanswered.' }),
    first_response_seconds: Type.Unsafe<Seconds>({
      ...Seconds,
      description:
        'From the message that began the round to the first answer, which a member or a key sent and which did not fail. Counted at the time of the question.',
    }),
    closed: Type.Integer({ description: 'Rounds that ended.' }),
    resolution_seconds: Type.Unsafe<Seconds>({
      ...Seconds,
      description: 'From the opening of a round to its close. Counted at the time of the close.',
    }),
  },
  {},
)

/** How fast customers are answered, and conversations closed. */
export type ResponseReport = Static<typeof ResponseReport>

/** The ages that open tickets are counted by, in days: from the first, and under the next. */
export const AGES = [0, 1, 3, 7, 14, 30] as const

const OpenTickets = {
  open: Type.Integer(),
  pending: Type.Integer(),
  overdue: Type.Integer({ description: 'Of both, those whose due time is past.' }),
}

/** Tickets created and solved, and how old those are that are open. */
export const TicketReport = report(
  'TicketReport',
  {
    created: Type.Integer(),
    solved: Type.Integer(),
    solving_seconds: Type.Unsafe<Seconds>({
      ...Seconds,
      description: 'From creation to solution. Counted at the time of the solution.',
    }),
  },
  {
    open_now: Type.Object(OpenTickets, { description: 'At the time of the answer.' }),
    open_by_age: Type.Array(
      Type.Object({
        from_days: Type.Integer(),
        under_days: nullable(Type.Integer()),
        ...OpenTickets,
      }),
      { description: 'At the time of the answer, whatever the time of the report.' },
    ),
  },
)

/** Tickets created and solved, and how old those are that are open. */
export type TicketReport = Static<typeof TicketReport>

const Source = Type.Object({ source: Type.String(), leads: Type.Integer() })

/** Leads by source and campaign. */
export const LeadReport = report(
  'LeadReport',
  {
    leads: Type.Integer(),
    by_source: Type.Array(Source, {
      description: 'The eight sources with the most leads of the whole time; all in the totals.',
    }),
  },
  {
    by_campaign: Type.Array(
      Type.Object({
        source: Type.String(),
        campaign: nullable(Type.String()),
        leads: Type.Integer(),
      }),
      { description: 'The most frequent first, at most 500.' },
    ),
    is_whole: Type.Boolean({ description: 'Whether `by_campaign` names all.' }),
  },
)

/** Leads by source and campaign. */
export type LeadReport = Static<typeof LeadReport>

/** What became of webhook deliveries, and how fast. */
export const DeliveryReport = report(
  'DeliveryReport',
  {
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer(),
    cancelled: Type.Integer(),
    success_rate: nullable(
      Type.Number({ description: 'From 0 to 1, of those that succeeded or failed.' }),
    ),
    latency_ms: nullable(
      Type.Object(
        { p50: Type.Integer(), p95: Type.Integer() },
        {
          description:
            'From the creation of a delivery to its success, waits and retries included.',
        },
      ),
    ),
  },
  {
    kept_since: Type.Unsafe<Date>({
      ...Time,
      description:
        'Finished deliveries from before are deleted: `retention_days` of the workspace.',
    }),
  },
)

/** What became of webhook deliveries, and how fast. */
export type DeliveryReport = Static<typeof DeliveryReport>
