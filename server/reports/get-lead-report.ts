import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bucketOf, describeRange, fillBuckets, firstIdOf, readRange } from './read-range.ts'
import type { LeadReport, LeadReportQuery } from './schema.ts'

/** The number of sources that the buckets list separately. */
const SOURCES_SHOWN = 8

const CAMPAIGNS_MAX = 500

type Row = { bucket: number; source: string; leads: number }

/** Reports leads by source and campaign. @throws {AppError} validation_failed */
export async function getLeadReport(
  scope: Scope,
  input: Static<typeof LeadReportQuery>,
): Promise<LeadReport> {
  const range = readRange(scope, input)
  const leads = sql`select occurred_at, coalesce(data ->> 'source', '') as source, data ->> 'campaign' as campaign
    from timeline_entries
    where workspace_id = ${scope.workspaceId} and kind = 'lead' and id >= ${firstIdOf(range)}
      and occurred_at >= ${range.since}::timestamptz and occurred_at < ${range.until}::timestamptz`
  const bySource = await sql<Row>`
    select ${bucketOf(range, sql`occurred_at`)} as bucket, source, count(*) as leads
    from (${leads}) as lead group by 1, 2`.execute(scope.db)
  const byCampaign = await sql<LeadReport['by_campaign'][number]>`
    select source, campaign, count(*) as leads from (${leads}) as lead group by 1, 2
    order by leads desc, source, campaign nulls last limit ${CAMPAIGNS_MAX + 1}`.execute(scope.db)
  const totals = toFigures(bySource.rows)
  const shown = new Set(totals.by_source.slice(0, SOURCES_SHOWN).map(({ source }) => source))
  const buckets = Map.groupBy(bySource.rows, ({ bucket }) => bucket)
  return {
    ...describeRange(range),
    buckets: fillBuckets(
      range,
      [...buckets].map(([bucket, rows]) => ({ bucket, rows })),
      (found) => {
        const figures = toFigures(found?.rows ?? [])
        return {
          ...figures,
          by_source: figures.by_source.filter(({ source }) => shown.has(source)),
        }
      },
    ),
    totals,
    by_campaign: byCampaign.rows.slice(0, CAMPAIGNS_MAX),
    is_whole: byCampaign.rows.length <= CAMPAIGNS_MAX,
  }
}

function toFigures(rows: Row[]): LeadReport['totals'] {
  const counts = new Map<string, number>()
  for (const { source, leads } of rows) counts.set(source, (counts.get(source) ?? 0) + leads)
  const by_source = [...counts]
    .map(([source, leads]) => ({ source, leads }))
    .toSorted((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1))
  return { leads: by_source.reduce((sum, each) => sum + each.leads, 0), by_source }
}
