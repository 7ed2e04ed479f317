import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bucketOf, describeRange, fillBuckets, readRange } from './read-range.ts'
import type { Range } from './read-range.ts'
import type { ResponseReport, Seconds, ResponseReportQuery } from './schema.ts'
import { closesOf } from './closes-of.ts'
import { createReportClock } from './report-clock.ts'
import type { ReportClock } from './report-clock.ts'
import { beginsIn, roundsOf } from './rounds-of.ts'
import { secondsBetween } from './seconds-between.ts'

type Input = Static<typeof ResponseReportQuery>
type Started = { started: number; answered: number; waiting: number; first_response: Seconds }
type Closed = { closed: number; resolution: Seconds }

/**
 * Reports how fast customers are answered and conversations closed. A round of a conversation lasts from its
 * creation, or from a close, until the next close. First responses are counted at the time of the customer's
 * message, resolutions at the time of the close.
 *
 * @throws {AppError} validation_failed
 */
export async function getResponseReport(scope: Scope, input: Input): Promise<ResponseReport> {
  const range = readRange(scope, input)
  const { hours = 'all' } = input
  const clock = await createReportClock(scope, range, hours)
  const started = await readStarted(scope, range, clock, input)
  const closed = await readClosed(scope, range, clock, input)
  // The totals come from the rows without a bucket, because percentiles cannot be added up.
  const ofAll = <R extends { bucket: number | null }>(rows: R[]) =>
    rows.find(({ bucket }) => bucket === null)
  const inBuckets = <R extends { bucket: number | null }>(rows: R[]) =>
    new Map(rows.map((row) => [row.bucket, row]))
  const [startedBy, closedBy] = [inBuckets(started), inBuckets(closed)]
  const numbers = range.bounds.map((_, index) => ({ bucket: index + 1 }))
  return {
    ...describeRange(range),
    hours,
    buckets: fillBuckets(range, numbers, (row) =>
      toFigures(startedBy.get(row!.bucket), closedBy.get(row!.bucket)),
    ),
    totals: toFigures(ofAll(started), ofAll(closed)),
  }
}

function toFigures(started: Started | undefined, closed: Closed | undefined) {
  return {
    started: started?.started ?? 0,
    answered: started?.answered ?? 0,
    waiting: started?.waiting ?? 0,
    first_response_seconds: started?.first_response ?? null,
    closed: closed?.closed ?? 0,
    resolution_seconds: closed?.resolution ?? null,
  }
}

/** Reads the rounds that a customer started in the range. */
async function readStarted(scope: Scope, range: Range, clock: ReportClock, input: Input) {
  const { channel_id: channelId, member_id: memberId } = input
  const ofMember = memberId === undefined ? sql`` : isOfMember(scope, memberId)
  const { rows } = await sql<Started & { bucket: number | null }>`
    with ${roundsOf(scope, range, { channelId, hasAuthor: memberId !== undefined })}
    select bucket, count(*) as started, count(answered_at) as answered,
      count(*) filter (where answered_at is null and not is_ended) as waiting,
      ${secondsBetween(clock, sql`started.asked_at`, sql`started.answered_at`)} as first_response
    from (
      select ${bucketOf(range, sql`asked_at`)} as bucket, chat_id, asked_at, answered_at, is_ended
      from round
      where asked_at < ${range.until}::timestamptz
        and ${beginsIn(scope, range)} ${ofMember}
    ) as started
    ${clock.join(sql`started.chat_id`)}
    group by grouping sets ((bucket), ())`.execute(scope.db)
  return rows
}

/** Returns, as SQL, the condition that a member answered the `round` first, or that it waits for them. */
function isOfMember({ workspaceId }: Scope, memberId: string): RawBuilder<unknown> {
  return sql`and (author_id = ${memberId} or (answered_at is null and chat_id in (
    select id from chats where workspace_id = ${workspaceId} and assignee_id = ${memberId})))`
}

/** Reads the rounds that ended in the range. The close contains the start of its round. */
async function readClosed(scope: Scope, range: Range, clock: ReportClock, input: Input) {
  const closes = closesOf(scope, range, { channelId: input.channel_id, memberId: input.member_id })
  const { rows } = await sql<Closed & { bucket: number | null }>`
    select bucket, count(*) as closed,
      ${secondsBetween(clock, sql`closed.opened_at`, sql`closed.occurred_at`)} as resolution
    from (select *, ${bucketOf(range, sql`occurred_at`)} as bucket from ${closes} as ended) as closed
    ${clock.join(sql`closed.chat_id`)}
    group by grouping sets ((bucket), ())`.execute(scope.db)
  return rows
}
