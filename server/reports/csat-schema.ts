import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable } from '#lib/schemas.ts'
import { CSAT_ANSWERS_MIN, CSAT_SATISFIED } from '#shared/csat.ts'
import { CSAT_TABLES } from '#shared/reports.ts'
import { rangeQuery, report } from './schema.ts'

/** The query of the report of ratings. */
export const CsatReportQuery = closedObject({
  ...rangeQuery,
  channel_id: Type.Optional({ ...Id, description: 'Only this channel.' }),
  team_id: Type.Optional({ ...Id, description: 'Only conversations that were of this team.' }),
  member_id: Type.Optional({ ...Id, description: 'Only rounds that this member answered last.' }),
})

const few = `Null if fewer than ${CSAT_ANSWERS_MIN} customers answered.`
const figures = {
  asked: Type.Integer({ description: 'Questions, at the time they were sent.' }),
  answered: Type.Integer({ description: 'Those of them that were answered.' }),
  answer_rate: nullable(Type.Number({ description: 'From 0 to 1. Null if nobody was asked.' })),
  average: nullable(Type.Number({ description: `The average rating, from 1 to 5. ${few}` })),
  satisfied: nullable(
    Type.Number({
      description: `From 0 to 1: the share of ratings from ${CSAT_SATISFIED} to 5. ${few}`,
    }),
  ),
}

const named = { name: nullable(Type.String()), ...figures }

/** Ratings of customers. */
export const CsatReport = report('CsatReport', figures, {
  by_member: Type.Array(Type.Object({ member_id: nullable(Id), ...named }), {
    description: 'By the member who replied last before the close; null: none did.',
  }),
  by_team: Type.Array(Type.Object({ team_id: nullable(Id), ...named }), {
    description: 'By the team of the conversation when it was closed; null: none.',
  }),
  by_channel: Type.Array(Type.Object({ channel_id: nullable(Id), ...named }), {
    description: 'By the channel.',
  }),
  by_tag: Type.Array(Type.Object({ tag_id: nullable(Id), ...named }), {
    description: 'By the tags that the conversations have now. A rating counts for each of them.',
  }),
})

/** Ratings of customers. */
export type CsatReport = Static<typeof CsatReport>

/** The figures of a group of ratings. */
export type CsatFigures = CsatReport['totals']

/** The table of a report of ratings that the CSV contains. */
export const CsatTable = Type.Optional(
  Type.Enum([...CSAT_TABLES], {
    default: 'buckets',
    description:
      '`buckets`: a row for each period of time. Others: a row for each member, team, channel or tag.',
  }),
)
