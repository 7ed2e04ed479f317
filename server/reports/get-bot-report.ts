import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { BotFigures, BotReport, BotReportQuery } from './bot-schema.ts'
import { phasesOf } from './phases-of.ts'
import { bucketOf, describeRange, fillBuckets, readRange } from './read-range.ts'
import { createReportClock } from './report-clock.ts'
import type { Seconds } from './schema.ts'
import { secondsBetween } from './seconds-between.ts'

type Input = Static<typeof BotReportQuery>
type Counts = Omit<BotFigures, 'solved_rate' | 'held_seconds'> & { held_seconds: Seconds | null }
/** How long before the range a bot may have got a conversation so that its business hours count from then. */
const HELD_BEFORE_MS = 31 * 86_400_000

type Row = Counts & {
  of: 'bucket' | 'bot' | 'team' | 'channel' | 'total'
  bucket: number | null
  id: string | null
  name: string | null
}

/**
 * Reports how many conversations bots solved alone, and how long they held the others before people got them: in total, by bucket, bot,
 * team and channel. Each is counted when the bot stopped holding it.
 *
 * @throws {AppError} validation_failed
 */
export async function getBotReport(scope: Scope, input: Input): Promise<BotReport> {
  const range = readRange(scope, input)
  const { hours = 'all', channel_id: channelId, bot_id: botId } = input
  const { workspaceId } = scope
  const earlier = { ...range, since: new Date(range.since.getTime() - HELD_BEFORE_MS) }
  const clock = await createReportClock(scope, earlier, hours)
  const count = (outcome: string) =>
    sql`count(*) filter (where outcome = ${sql.lit(outcome)})::int as ${sql.ref(outcome)}`
  const unsolvedUntil = sql`case when outcome <> 'solved' then ended_at end`
  const { rows } = await sql<Row>`
    with ${phasesOf(scope, range, { channelId, botId })}, counted as (
      select *, ${bucketOf(range, sql`ended_at`)} as bucket, ${unsolvedUntil} as unsolved_at from phase
    )
    select case grouping(bucket, bot_id, counted.team_id, counted.channel_id)
        when 7 then 'bucket' when 11 then 'bot' when 13 then 'team' when 14 then 'channel' else 'total'
      end as of,
      bucket, coalesce(bot_id, counted.team_id, counted.channel_id) as id,
      case grouping(bucket, bot_id, counted.team_id, counted.channel_id)
        when 11 then (select name from bots where bots.workspace_id = ${workspaceId} and bots.id = bot_id)
        when 13 then (select name from teams where teams.workspace_id = ${workspaceId} and teams.id = counted.team_id)
        when 14 then (select name from channels where channels.workspace_id = ${workspaceId} and channels.id = counted.channel_id)
      end as name,
      count(*)::int as handled, ${count('solved')}, ${count('handed_over')}, ${count('timed_out')}, ${count('taken_over')},
      ${secondsBetween(clock, sql`counted.began_at`, sql`counted.unsolved_at`)} as held_seconds
    from counted
    ${clock.join(sql`counted.chat_id`)}
    group by grouping sets ((bucket), (bot_id), (counted.team_id), (counted.channel_id), ())`.execute(
    scope.db,
  )
  const of = (kind: Row['of']) =>
    rows
      .filter((row) => row.of === kind)
      .toSorted((a, b) => b.handled - a.handled || ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
  const named = (row: Row) => ({ name: row.name, ...toFigures(row) })
  return {
    ...describeRange(range),
    hours,
    buckets: fillBuckets(
      range,
      of('bucket').map((row) => ({ ...row, bucket: Number(row.bucket) })),
      toFigures,
    ),
    totals: toFigures(of('total')[0]),
    by_bot: of('bot').map((row) => ({ bot_id: row.id!, ...named(row) })),
    by_team: of('team').map((row) => ({ team_id: row.id, ...named(row) })),
    by_channel: of('channel').map((row) => ({ channel_id: row.id, ...named(row) })),
  }
}

function toFigures(row: Counts | undefined): BotFigures {
  const {
    handled = 0,
    solved = 0,
    handed_over = 0,
    timed_out = 0,
    taken_over = 0,
    held_seconds = null,
  } = row ?? {}
  return {
    handled,
    solved,
    handed_over,
    timed_out,
    taken_over,
    solved_rate: handled > 0 ? solved / handled : null,
    held_seconds,
  }
}
