import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable, Time, titled } from '#lib/schemas.ts'
import { REPORT_HOURS, WORK_GROUPS } from '#shared/reports.ts'
import { rangeQuery, reportHours, Seconds } from './schema.ts'

const { from, to, time_zone } = rangeQuery

/** The query of the report that puts work side by side. */
export const WorkReportQuery = closedObject({
  from,
  to,
  time_zone,
  hours: reportHours,
  by: Type.Optional(
    Type.Enum([...WORK_GROUPS], {
      default: 'member',
      description:
        'What is side by side. A conversation with several tags counts for each of them. Teams and tags are those that conversations have now.',
    }),
  ),
})

const figures = {
  replies: Type.Integer({
    description:
      'Messages sent by members, and by API keys unless `by` is `member`; without failed ones.',
  }),
  conversations: Type.Integer({ description: 'Conversations with such a message.' }),
  first_responses: Type.Integer({ description: 'Conversations that were answered first.' }),
  first_response_seconds: Seconds,
  closed: Type.Integer({ description: 'Conversations that were closed.' }),
  resolution_seconds: Seconds,
}

const WorkFigures = titled('WorkFigures', figures)

/** What a member, team, channel or tag did. */
export type WorkFigures = Static<typeof WorkFigures>

/** Work side by side. */
export const WorkReport = titled('WorkReport', {
  from: Time,
  to: Time,
  time_zone: Type.String(),
  by: Type.Enum([...WORK_GROUPS]),
  hours: Type.Enum([...REPORT_HOURS]),
  rows: Type.Array(
    titled('WorkRow', {
      id: nullable(Id, 'Null: conversations without a team.'),
      name: nullable(Type.String()),
      ...figures,
      before: WorkFigures,
    }),
    { description: 'Those that did anything in one of both periods, the most replies first.' },
  ),
})

/** Work side by side. */
export type WorkReport = Static<typeof WorkReport>
