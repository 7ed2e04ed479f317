import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { Scope } from '#db/context.ts'
import type { WorkGroup } from '#shared/reports.ts'
import { closesOf } from './closes-of.ts'
import { firstIdOf, readRange } from './read-range.ts'
import type { Range } from './read-range.ts'
import { createReportClock } from './report-clock.ts'
import type { ReportClock } from './report-clock.ts'
import { beginsIn, roundsOf } from './rounds-of.ts'
import { secondsBetween } from './seconds-between.ts'
import type { WorkFigures, WorkReport, WorkReportQuery } from './work-schema.ts'

const DAY_MS = 86_400_000

type Row = Partial<WorkFigures> & { id: string | null }

const NOTHING: WorkFigures = {
  replies: 0,
  conversations: 0,
  first_responses: 0,
  first_response_seconds: null,
  closed: 0,
  resolution_seconds: null,
}

/**
 * Reports what each member, team, channel or tag did in a period, beside the period of the same length before, whole days earlier.
 *
 * @throws {AppError} validation_failed
 */
export async function getWorkReport(
  scope: Scope,
  input: Static<typeof WorkReportQuery>,
): Promise<WorkReport> {
  const { by = 'member', hours = 'all' } = input
  const range = readRange(scope, input)
  const { since, until, zone } = range
  // By whole days, so that a period that ends now is compared at the same times of day.
  const shift = Math.ceil((until.getTime() - since.getTime()) / DAY_MS) * DAY_MS
  const earlier = {
    ...range,
    since: new Date(since.getTime() - shift),
    until: new Date(until.getTime() - shift),
  }
  const clock = await createReportClock(scope, { ...range, since: earlier.since }, hours)
  const now = await readWork(scope, range, by, clock)
  const before = await readWork(scope, earlier, by, clock)
  const ids = [...new Set([...now.keys(), ...before.keys()])]
  const names = await findNames(
    scope,
    by,
    ids.filter((id) => id !== null),
  )
  const rows = ids.map((id) => ({
    id,
    name: (id && names.get(id)) ?? null,
    ...(now.get(id) ?? NOTHING),
    before: before.get(id) ?? NOTHING,
  }))
  return {
    from: since,
    to: until,
    time_zone: zone.name,
    by,
    hours,
    rows: rows.toSorted(
      (a, b) =>
        b.replies - a.replies ||
        b.before.replies - a.before.replies ||
        ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
    ),
  }
}

/** Returns the figures of each member, team, channel or tag that did anything in the range. */
async function readWork(
  scope: Scope,
  range: Range,
  by: WorkGroup,
  clock: ReportClock,
): Promise<Map<string | null, WorkFigures>> {
  const figures = new Map<string | null, WorkFigures>()
  for (const { id, ...row } of [
    ...(await readReplies(scope, range, by)),
    ...(await readFirstResponses(scope, range, by, clock)),
    ...(await readCloses(scope, range, by, clock)),
  ])
    figures.set(id, { ...(figures.get(id) ?? NOTHING), ...row })
  return figures
}

/**
 * Returns, as SQL, the join that gives each row of a relation the `id` of what it counts for. `chatId` and `memberId` are columns of
 * the relation.
 */
function groupOf(
  { workspaceId }: Scope,
  by: WorkGroup,
  { chatId, memberId }: { chatId: RawBuilder<unknown>; memberId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  switch (by) {
    case 'member':
      return sql`cross join lateral (select ${memberId} as id where ${memberId} is not null) as of`
    case 'team':
      return sql`join lateral (
        select team_id as id from chats where chats.workspace_id = ${workspaceId} and chats.id = ${chatId}) as of on true`
    case 'channel':
      return sql`join lateral (
        select channel_id as id from chats where chats.workspace_id = ${workspaceId} and chats.id = ${chatId}) as of on true`
    case 'tag':
      return sql`join lateral (
        select tag_id as id from chat_tags where chat_tags.workspace_id = ${workspaceId} and chat_tags.chat_id = ${chatId}) as of on true`
  }
}

async function readReplies(scope: Scope, range: Range, by: WorkGroup): Promise<Row[]> {
  const columns = {
    chatId: sql`reply.chat_id`,
    memberId: sql`case reply.author_type when 'member' then reply.author_id end`,
  }
  const { rows } = await sql<Row>`
    select of.id, count(*)::int as replies, count(distinct chat_id)::int as conversations
    from (
      select chat_id, author_type, author_id from messages
      where workspace_id = ${scope.workspaceId} and id >= ${firstIdOf(range)}
        and created_at >= ${range.since}::timestamptz and created_at < ${range.until}::timestamptz
        and direction = 'outbound' and status <> 'failed' and (author_type in ('member', 'api_key') or origin = 'echo')
    ) as reply
    ${groupOf(scope, by, columns)}
    group by of.id`.execute(scope.db)
  return rows
}

async function readFirstResponses(
  scope: Scope,
  range: Range,
  by: WorkGroup,
  clock: ReportClock,
): Promise<Row[]> {
  const columns = { chatId: sql`asked.chat_id`, memberId: sql`asked.author_id` }
  const { rows } = await sql<Row>`
    with ${roundsOf(scope, range, { hasAuthor: true })}
    select of.id, count(*)::int as first_responses,
      ${secondsBetween(clock, sql`asked.asked_at`, sql`asked.answered_at`)} as first_response_seconds
    from (
      select chat_id, author_id, asked_at, answered_at from round
      where asked_at < ${range.until}::timestamptz and answered_at is not null and ${beginsIn(scope, range)}
    ) as asked
    ${clock.join(sql`asked.chat_id`)}
    ${groupOf(scope, by, columns)}
    group by of.id`.execute(scope.db)
  return rows
}

async function readCloses(
  scope: Scope,
  range: Range,
  by: WorkGroup,
  clock: ReportClock,
): Promise<Row[]> {
  const columns = {
    chatId: sql`ended.chat_id`,
    memberId: sql`case ended.actor_type when 'member' then ended.actor_id end`,
  }
  const { rows } = await sql<Row>`
    select of.id, count(*)::int as closed,
      ${secondsBetween(clock, sql`ended.opened_at`, sql`ended.occurred_at`)} as resolution_seconds
    from ${closesOf(scope, range)} as ended
    ${clock.join(sql`ended.chat_id`)}
    ${groupOf(scope, by, columns)}
    group by of.id`.execute(scope.db)
  return rows
}

async function findNames(
  scope: Scope,
  by: WorkGroup,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'member') return findMemberNames(scope, ids)
  const { workspaceId } = scope
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(`${by}s`)}
    where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`.execute(scope.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
