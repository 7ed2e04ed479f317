import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { findHoursOf } from '#business-hours/find-hours-of.ts'
import { findTeamNames } from '#conversations/find-team-names.ts'
import type { Scope } from '#db/context.ts'
import { createHours } from '#lib/hours/create-hours.ts'
import type { BusinessHours } from '#shared/business-hours.ts'
import type { ReportHours } from '#shared/reports.ts'
import { closesOf } from './closes-of.ts'
import type { Range } from './read-range.ts'

/** Measures times of conversations in statements of a report. */
export type ReportClock = {
  /** Returns, as SQL, the join that `between` needs. `chatId` is a column of the relation before it. */
  join: (chatId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Returns, as SQL, the seconds from `start` to `end`. */
  between: (start: RawBuilder<unknown>, end: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Business hours with the teams whose conversations they hold for; null: conversations without a team. */
type TeamHours = { hours: BusinessHours; teamIds: (string | null)[] }

/** The clock that always runs. */
export const ALL_TIME: ReportClock = {
  join: () => sql``,
  between: (start, end) => sql`date_part('epoch', ${end} - ${start})`,
}

/** A day beyond the end, because clocks of platforms can be ahead of ours. */
const SLACK_MS = 86_400_000

/**
 * Creates the clock of a report about a range. In business hours it runs by those of the conversation's team, else by the default ones
 * of the workspace; where there are none, it always runs.
 */
export async function createReportClock(
  scope: Scope,
  range: Range,
  hours: ReportHours,
): Promise<ReportClock> {
  if (hours === 'all') return ALL_TIME
  const all = await findAllHours(scope)
  if (all.length === 0) return ALL_TIME
  const from = await findEarliest(scope, range)
  const to = Math.max(range.until.getTime(), scope.clock.now().getTime()) + SLACK_MS
  const rows = all.map((each) => toRow(each, from, to))
  return {
    join: (chatId) => sql`
      join chats as timed on timed.workspace_id = ${scope.workspaceId} and timed.id = ${chatId}
      left join (values ${sql.join(rows)}) as opening (team_ids, has_no_team, starts, ends, open_before)
        on timed.team_id = any (opening.team_ids) or (timed.team_id is null and opening.has_no_team)`,
    between: (start, end) => sql`case when opening.starts is null
      then ${ALL_TIME.between(start, end)}
      else ${openUntil(end)} - ${openUntil(start)} end`,
  }
}

/** Returns, as SQL, the seconds for which the business of the row `opening` was open before a time. */
function openUntil(time: RawBuilder<unknown>): RawBuilder<number> {
  const period = sql`width_bucket(${time}, opening.starts)`
  return sql`coalesce(opening.open_before[${period}] + date_part('epoch',
    least(${time}, opening.ends[${period}]) - opening.starts[${period}]), 0)`
}

/** Returns, as SQL, a row of `opening`: the periods from `from` to `to`, each with the open seconds before it. */
function toRow({ hours, teamIds }: TeamHours, from: number, to: number): RawBuilder<unknown> {
  const spans = createHours(hours).spansBetween(from, to)
  let open = 0
  const before = spans.map((span) => {
    const sum = open
    open += (span.to - span.from) / 1_000
    return sum
  })
  const times = (edge: 'from' | 'to') => spans.map((span) => new Date(span[edge]))
  return sql`(${teamIds.filter((id) => id !== null)}::uuid[], ${teamIds.includes(null)}::boolean,
    ${times('from')}::timestamptz[], ${times('to')}::timestamptz[], ${before}::float8[])`
}

async function findAllHours(scope: Scope): Promise<TeamHours[]> {
  const teams = await findTeamNames(scope)
  const hoursOf = await findHoursOf(scope, [null, ...teams.keys()])
  const known = [...hoursOf].flatMap(([teamId, hours]) => (hours ? [{ teamId, hours }] : []))
  const grouped = Map.groupBy(known, ({ hours }) => hours)
  return [...grouped].map(([hours, entries]) => ({
    hours,
    teamIds: entries.map(({ teamId }) => teamId),
  }))
}

/** Returns the earliest time, in milliseconds since 1970, from which a report about the range measures: questions are in the range, openings before. */
async function findEarliest(scope: Scope, range: Range): Promise<number> {
  const { rows } = await sql<{ opened_at: Date | null }>`
    select min(opened_at) as opened_at from ${closesOf(scope, range)} as ended`.execute(scope.db)
  const opened = rows[0]?.opened_at?.getTime() ?? Infinity
  return Math.min(range.since.getTime(), opened)
}
