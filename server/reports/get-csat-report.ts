import { sql } from 'kysely'
import type { Static } from 'typebox'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { Scope } from '#db/context.ts'
import { CSAT_ANSWERS_MIN, CSAT_SATISFIED } from '#shared/csat.ts'
import type { CsatFigures, CsatReport, CsatReportQuery } from './csat-schema.ts'
import { bucketOf, describeRange, fillBuckets, readRange } from './read-range.ts'

type Input = Static<typeof CsatReportQuery>
type Counts = { asked: number; answered: number; satisfied: number; sum: number }
type Row = Counts & {
  of: 'bucket' | 'member' | 'team' | 'channel' | 'tag' | 'total'
  bucket: number | null
  id: string | null
  name: string | null
}

/**
 * Reports how many customers were asked for a rating, how many answered, and how: in total, by bucket, member, team, channel and tag.
 *
 * @throws {AppError} validation_failed
 */
export async function getCsatReport(scope: Scope, input: Input): Promise<CsatReport> {
  const range = readRange(scope, input)
  const { workspaceId } = scope
  const { channel_id: channelId, team_id: teamId, member_id: memberId } = input
  const counts = sql`count(*)::int as asked, count(rating)::int as answered,
    count(*) filter (where rating >= ${CSAT_SATISFIED}::int)::int as satisfied, coalesce(sum(rating), 0)::int as sum`
  const { rows } = await sql<Row>`
    with request as materialized (
      select ${bucketOf(range, sql`asked_at`)} as bucket, chat_id, member_id, team_id, channel_id, rating
      from csat_requests
      where workspace_id = ${workspaceId}
        and asked_at >= ${range.since}::timestamptz and asked_at < ${range.until}::timestamptz
        ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
        ${teamId === undefined ? sql`` : sql`and team_id = ${teamId}`}
        ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}
    )
    select case grouping(bucket, member_id, team_id, channel_id)
        when 7 then 'bucket' when 11 then 'member' when 13 then 'team' when 14 then 'channel' else 'total'
      end as of,
      bucket, coalesce(member_id, team_id, channel_id) as id,
      case grouping(bucket, member_id, team_id, channel_id)
        when 13 then (select name from teams where teams.workspace_id = ${workspaceId} and teams.id = team_id)
        when 14 then (select name from channels where channels.workspace_id = ${workspaceId} and channels.id = channel_id)
      end as name, ${counts}
    from request
    group by grouping sets ((bucket), (member_id), (team_id), (channel_id), ())
    union all
    select 'tag', null, tags.id, tags.name, ${counts}
    from request
    join chat_tags on chat_tags.workspace_id = ${workspaceId} and chat_tags.chat_id = request.chat_id
    join tags on tags.workspace_id = ${workspaceId} and tags.id = chat_tags.tag_id
    group by tags.id, tags.name`.execute(scope.db)
  const of = (kind: Row['of']) =>
    rows
      .filter((row) => row.of === kind)
      .toSorted((a, b) => b.asked - a.asked || ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
  const members = of('member')
  const names = await findMemberNames(
    scope,
    members.flatMap(({ id }) => id ?? []),
  )
  return {
    ...describeRange(range),
    buckets: fillBuckets(
      range,
      of('bucket').map((row) => ({ ...row, bucket: Number(row.bucket) })),
      toFigures,
    ),
    totals: toFigures(of('total')[0]),
    by_member: members.map((row) => ({
      member_id: row.id,
      name: (row.id && names.get(row.id)) ?? null,
      ...toFigures(row),
    })),
    by_team: of('team').map((row) => ({ team_id: row.id, name: row.name, ...toFigures(row) })),
    by_channel: of('channel').map((row) => ({
      channel_id: row.id,
      name: row.name,
      ...toFigures(row),
    })),
    by_tag: of('tag').map((row) => ({ tag_id: row.id, name: row.name, ...toFigures(row) })),
  }
}

function toFigures(row: Counts | undefined): CsatFigures {
  const { asked = 0, answered = 0, satisfied = 0, sum = 0 } = row ?? {}
  const isEnough = answered >= CSAT_ANSWERS_MIN
  return {
    asked,
    answered,
    answer_rate: asked > 0 ? answered / asked : null,
    average: isEnough ? sum / answered : null,
    satisfied: isEnough ? satisfied / answered : null,
  }
}
