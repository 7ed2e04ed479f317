import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable, titled } from '#lib/schemas.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import type { SlaMetric } from '#shared/sla.ts'
import { rangeQuery, report } from './schema.ts'

/** The query of the SLA report. */
export const SlaReportQuery = closedObject({
  ...rangeQuery,
  team_id: Type.Optional({ ...Id, description: 'Only conversations of this team.' }),
  policy_id: Type.Optional({ ...Id, description: 'Only targets of this policy.' }),
})

const Outcomes = titled('SlaOutcomes', {
  met: Type.Integer(),
  breached: Type.Integer({ description: 'Missed targets, also those that were met afterwards.' }),
  not_needed: Type.Integer({
    description: 'Conversations that were closed before anybody had to answer. Not in the rate.',
  }),
  met_rate: nullable(
    Type.Number({ description: 'The met ones, as a share of the met and the missed ones.' }),
  ),
})

const figures = Object.fromEntries(SLA_METRICS.map((metric) => [metric, Outcomes])) as Record<
  SlaMetric,
  typeof Outcomes
>

/** How many SLA targets were met, by metric and by team. */
export const SlaReport = report('SlaReport', figures, {
  by_team: Type.Array(
    Type.Object({
      team_id: nullable(Id),
      team_name: nullable(
        Type.String({ description: 'Null: conversations without a team, or of a deleted one.' }),
      ),
      ...figures,
    }),
    { description: 'Teams with targets in the period, sorted by name.' },
  ),
})

/** How many SLA targets were met. */
export type SlaReport = Static<typeof SlaReport>

/** The table of an SLA report that the CSV contains. */
export const SlaTable = Type.Optional(
  Type.Enum(['buckets', 'teams'], {
    default: 'buckets',
    description: '`buckets`: a row for each period of time. `teams`: a row for each team.',
  }),
)
