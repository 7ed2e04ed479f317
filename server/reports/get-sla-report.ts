import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import type { SlaMetric } from '#shared/sla.ts'
import { bucketOf, describeRange, fillBuckets, readRange } from './read-range.ts'
import type { Range } from './read-range.ts'
import type { SlaReport, SlaReportQuery } from './sla-schema.ts'

type Input = Static<typeof SlaReportQuery>
type Figures = SlaReport['totals']
type Count = { metric: SlaMetric; met: number; breached: number; not_needed: number }
type Row = Count & { bucket: number | null; team_id: string | null; is_team: boolean }

/**
 * Reports how many SLA targets were met and missed. Each is counted when it was met, when its due time passed, or when the conversation
 * was closed. @throws {AppError} validation_failed
 */
export async function getSlaReport(scope: Scope, input: Input): Promise<SlaReport> {
  const range = readRange(scope, input)
  const rows = await readCounts(scope, range, input)
  const ofBuckets = Map.groupBy(
    rows.filter(({ bucket }) => bucket !== null),
    ({ bucket }) => bucket,
  )
  const numbers = range.bounds.map((_, index) => ({ bucket: index + 1 }))
  const ofTeams = Map.groupBy(
    rows.filter((row) => row.is_team),
    ({ team_id }) => team_id,
  )
  const names = await readNames(scope)
  return {
    ...describeRange(range),
    buckets: fillBuckets(range, numbers, (row) => toFigures(ofBuckets.get(row!.bucket))),
    totals: toFigures(rows.filter(({ bucket, is_team }) => bucket === null && !is_team)),
    by_team: [...ofTeams]
      .map(([team_id, own]) => ({
        team_id,
        team_name: (team_id !== null && names.get(team_id)) || null,
        ...toFigures(own),
      }))
      .toSorted((a, b) => (a.team_name ?? '').localeCompare(b.team_name ?? '')),
  }
}

function toFigures(rows: readonly Count[] = []): Figures {
  const of = (metric: SlaMetric) => {
    const {
      met = 0,
      breached = 0,
      not_needed = 0,
    } = rows.find((row) => row.metric === metric) ?? {}
    const decided = met + breached
    return { met, breached, not_needed, met_rate: decided === 0 ? null : met / decided }
  }
  const [first_response, next_response, resolution] = SLA_METRICS.map(of)
  return { first_response: first_response!, next_response: next_response!, resolution: resolution! }
}

async function readCounts(scope: Scope, range: Range, input: Input): Promise<Row[]> {
  const { team_id: teamId, policy_id: policyId } = input
  const ofTeam = teamId === undefined ? sql`` : sql`and team_id = ${teamId}`
  const ofPolicy = policyId === undefined ? sql`` : sql`and policy_id = ${policyId}`
  const count = (state: string) => sql`count(*) filter (where state = ${sql.lit(state)})`
  const { rows } = await sql<Row>`
    select metric, bucket, team_id, grouping(team_id) = 0 as is_team, ${count('met')} as met,
      ${count('breached')} as breached, ${count('not_needed')} as not_needed
    from (
      select metric, state, team_id, ${bucketOf(range, sql`decided_at`)} as bucket from sla_targets
      where workspace_id = ${scope.workspaceId} and decided_at >= ${range.since}::timestamptz
        and decided_at < ${range.until}::timestamptz ${ofTeam} ${ofPolicy}
    ) as target
    group by grouping sets ((metric, bucket), (metric, team_id), (metric))`.execute(scope.db)
  return rows
}

async function readNames({ db, workspaceId }: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
