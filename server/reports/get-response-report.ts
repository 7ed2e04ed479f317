import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bucketOf, describeRange, fillBuckets, firstIdOf, readRange } from './read-range.ts'
import type { Range } from './read-range.ts'
import type { ResponseReport, Seconds, ResponseReportQuery } from './schema.ts'
import { secondsBetween } from './seconds-sql.ts'

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
  const started = await readStarted(scope, range, input)
  const closed = await readClosed(scope, range, input)
  // The totals come from the rows without a bucket, because percentiles cannot be added up.
  const ofAll = <R extends { bucket: number | null }>(rows: R[]) =>
    rows.find(({ bucket }) => bucket === null)
  const inBuckets = <R extends { bucket: number | null }>(rows: R[]) =>
    new Map(rows.map((row) => [row.bucket, row]))
  const [startedBy, closedBy] = [inBuckets(started), inBuckets(closed)]
  const numbers = range.bounds.map((_, index) => ({ bucket: index + 1 }))
  return {
    ...describeRange(range),
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

/**
 * Reads the rounds that a customer started in the range. Only conversations with a message since its start can
 * have one. For each of their rounds, one index look-up finds the customer's message and one more the response.
 */
async function readStarted(scope: Scope, range: Range, input: Input) {
  const { workspaceId } = scope
  const { channel_id: channelId, member_id: memberId } = input
  const isAsked = sql`asked_at >= ${range.since}::timestamptz and asked_at < ${range.until}::timestamptz`
  const ofMember = sql`and (answer.author_id = ${memberId}
    or (answered_at is null and assignee_id = ${memberId}))`
  // Bound the index scan instead of filtering: otherwise a round without a response would be searched to the
  // end of the conversation.
  const inRound = sql`messages.workspace_id = ${workspaceId} and messages.chat_id = round.chat_id
    and messages.created_at <= coalesce(ends_at, 'infinity')`
  const { rows } = await sql<Started & { bucket: number | null }>`
    with busy as (
      select chats.id as chat_id, chats.assignee_id from chat_activity
      join chats on chats.workspace_id = ${workspaceId} and chats.id = chat_activity.chat_id
      where chat_activity.workspace_id = ${workspaceId} and activity_at >= ${range.since}::timestamptz
        ${channelId === undefined ? sql`` : sql`and chats.channel_id = ${channelId}`}
    ), round as (
      select * from (
        select chat_id, assignee_id, starts_at,
          lead(starts_at) over (partition by chat_id order by starts_at) as ends_at
        from (
          select chat_id, assignee_id, '-infinity'::timestamptz as starts_at from busy
          union all
          select chat_id, assignee_id, occurred_at from chat_changes join busy using (chat_id)
          where workspace_id = ${workspaceId} and kind = 'closed'
        ) as beginning
      ) as any_round
      where starts_at < ${range.until}::timestamptz
        and (ends_at is null or ends_at >= ${range.since}::timestamptz)
    )
    select bucket, count(*) as started, count(answered_at) as answered,
      count(*) filter (where answered_at is null and ends_at is null) as waiting,
      ${secondsBetween(sql`asked_at`, sql`answered_at`)} as first_response
    from (
      select ${bucketOf(range, sql`asked_at`)} as bucket, asked_at, answered_at, ends_at
      from round cross join lateral (
        select created_at as asked_at from messages
        where ${inRound} and messages.created_at > starts_at and direction = 'inbound'
        order by messages.created_at, messages.id limit 1
      ) as question left join lateral (
        select created_at as answered_at, case author_type when 'member' then author_id end as author_id
        from messages
        where ${inRound} and messages.created_at >= asked_at and direction = 'outbound'
          and status <> 'failed' and (author_type in ('member', 'api_key') or origin = 'echo')
        order by messages.created_at, messages.id limit 1
      ) as answer on ${isAsked}
      where ${isAsked} ${memberId === undefined ? sql`` : ofMember}
    ) as started
    group by grouping sets ((bucket), ())`.execute(scope.db)
  return rows
}

/** Reads the rounds that ended in the range. The close contains the start of its round. */
async function readClosed(scope: Scope, range: Range, input: Input) {
  const { workspaceId } = scope
  const { channel_id: channelId, member_id: memberId } = input
  const { rows } = await sql<Closed & { bucket: number | null }>`
    select bucket, count(*) as closed, ${secondsBetween(sql`opened_at`, sql`occurred_at`)} as resolution
    from (
      select ${bucketOf(range, sql`occurred_at`)} as bucket, occurred_at,
        coalesce((change.data ->> 'opened_at')::timestamptz, chats.created_at) as opened_at
      from chat_changes as change
      join chats on chats.workspace_id = ${workspaceId} and chats.id = change.chat_id
      where change.workspace_id = ${workspaceId} and change.kind = 'closed'
        and change.id >= ${firstIdOf(range)}
        and occurred_at >= ${range.since}::timestamptz and occurred_at < ${range.until}::timestamptz
        ${channelId === undefined ? sql`` : sql`and chats.channel_id = ${channelId}`}
        ${memberId === undefined ? sql`` : sql`and change.actor_type = 'member' and change.actor_id = ${memberId}`}
    ) as closed
    group by grouping sets ((bucket), ())`.execute(scope.db)
  return rows
}
