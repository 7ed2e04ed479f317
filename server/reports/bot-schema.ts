import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable } from '#lib/schemas.ts'
import { BOT_TABLES, REPORT_HOURS } from '#shared/reports.ts'
import { rangeQuery, report, reportHours, Seconds } from './schema.ts'

/** The query of the report of bots. */
export const BotReportQuery = closedObject({
  ...rangeQuery,
  hours: reportHours,
  channel_id: Type.Optional({ ...Id, description: 'Only this channel.' }),
  bot_id: Type.Optional({ ...Id, description: 'Only this bot.' }),
})

const figures = {
  handled: Type.Integer({
    description: 'Conversations that a bot held, at the time it stopped holding them.',
  }),
  solved: Type.Integer({ description: 'Closed while the bot held them.' }),
  handed_over: Type.Integer({ description: 'Handed over by the bot.' }),
  timed_out: Type.Integer({ description: 'Lost because the bot did not act in time.' }),
  taken_over: Type.Integer({ description: 'Assigned to somebody else while the bot held them.' }),
  solved_rate: nullable(
    Type.Number({ description: 'From 0 to 1: the share of solved ones. Null if there are none.' }),
  ),
  held_seconds: Type.Unsafe<Seconds>({
    ...Seconds,
    description: 'How long the bot held those that it did not solve.',
  }),
}

const named = { name: nullable(Type.String()), ...figures }

/** The schema of the report of bots. */
export const BotReport = report('BotReport', figures, {
  hours: Type.Enum([...REPORT_HOURS]),
  by_bot: Type.Array(Type.Object({ bot_id: Id, ...named })),
  by_team: Type.Array(Type.Object({ team_id: nullable(Id), ...named }), {
    description: 'By the team that the conversations have now; null: none.',
  }),
  by_channel: Type.Array(Type.Object({ channel_id: nullable(Id), ...named })),
})

/** What bots did before people got the conversations, and what they solved alone. */
export type BotReport = Static<typeof BotReport>

/** The figures of a group of conversations. */
export type BotFigures = BotReport['totals']

/** The table of a report of bots that the CSV contains. */
export const BotTable = Type.Optional(
  Type.Enum([...BOT_TABLES], {
    default: 'buckets',
    description:
      '`buckets`: a row for each period of time. Others: a row for each bot, team or channel.',
  }),
)
