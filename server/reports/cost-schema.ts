import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, describedTime, Id, nullable } from '#lib/schemas.ts'
import { Money } from '#pricing/schema.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { COST_TABLES } from '#shared/reports.ts'
import { rangeQuery, report } from './schema.ts'

/** The query of the cost report. */
export const CostReportQuery = closedObject({
  ...rangeQuery,
  channel_id: Type.Optional({ ...Id, description: 'Only this channel.' }),
  member_id: Type.Optional({ ...Id, description: 'Only messages sent by this member.' }),
})

/** The table of a cost report that the CSV contains. */
export const CostTable = Type.Optional(
  Type.Enum([...COST_TABLES], {
    default: 'buckets',
    description:
      '`buckets`: a row for each period of time. Others: a row for each channel, template, category, author or country.',
  }),
)

const figures = {
  messages: Type.Integer({
    description: 'Delivered messages that the platform reported a price category for.',
  }),
  free: Type.Integer({ description: 'Those of them that are free of charge.' }),
  unpriced: Type.Integer({
    description:
      'Those of them that are charged, but whose price is unknown: no price list was valid, or it lacks the country or the category. Their cost is missing in `costs`.',
  }),
  undelivered: Type.Integer({
    description: 'Sent messages that have not been delivered, and so are not charged yet.',
  }),
  costs: Type.Array(Money, { description: 'The sum in each currency.' }),
}

const Figures = Type.Object(figures)

/** Figures of the cost report. */
export type CostFigures = Static<typeof Figures>

/** The costs of messages. */
export const CostReport = report('CostReport', figures, {
  by_channel: Type.Array(
    Type.Object({ channel_id: Id, name: nullable(Type.String()), ...figures }),
  ),
  by_template: Type.Array(
    Type.Object({
      template: nullable(Type.String({ description: 'Null: messages without a template.' })),
      ...figures,
    }),
    { description: 'At most 500 templates, those with the most messages first.' },
  ),
  by_category: Type.Array(Type.Object({ category: Type.String(), ...figures })),
  by_author: Type.Array(
    Type.Object({
      author: Type.Object({
        type: Type.Enum([...ACTOR_TYPES]),
        id: nullable(Id),
        name: nullable(
          Type.String({
            description: 'The name of the member or the API key, if it still exists.',
          }),
        ),
      }),
      ...figures,
    }),
  ),
  by_country: Type.Array(
    Type.Object({
      country: nullable(
        Type.String({ description: 'An ISO 3166-1 alpha-2 code. Null: not known.' }),
      ),
      ...figures,
    }),
  ),
  priced_since: nullable(
    describedTime('When the first price list starts. Null: the workspace has no price list.'),
  ),
})

/** The costs of messages. */
export type CostReport = Static<typeof CostReport>
