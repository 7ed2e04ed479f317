import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Id, nullable, Time, timeField, titledObject } from '#lib/schemas.ts'
import { Money } from '#pricing/schema.ts'
import { Message } from './schema.ts'

const TrailError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  advice: Type.String({ description: 'How to fix the problem.' }),
})

/** One step of a message; fields that do not apply to its kind are null. */
export const TrailStep = Type.Object({
  kind: Type.Enum(['received', 'queued', 'attempt', 'status'], {
    description:
      '`attempt`: the message was handed to the platform. `status`: the platform reported a status.',
  }),
  at: timeField("For a status, the platform's own timestamp."),
  ended_at: nullable(Time),
  number: nullable(Type.Integer({ description: 'The number of the attempt, starting at 1.' })),
  outcome: nullable(
    Type.Enum(
      ['accepted', 'ambiguous', 'retry', 'hold', 'throttle', 'stop', 'rejected', 'unfinished'],
      {
        description:
          '`ambiguous`: the platform may have accepted the message. `unfinished`: the attempt is in progress, or its process stopped. After either, the message is attempted again only if the platform reports no status of it for at least a minute in which it could; otherwise it becomes `failed` with `unconfirmed`.',
      },
    ),
  ),
  status: nullable(Type.String()),
  platform_message_id: nullable(Type.String()),
  error: nullable(TrailError),
  next_at: nullable(Time),
  details: nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Pricing, conversation and recipient as the platform sent them.',
    }),
  ),
})

/** The price that a platform charges for a message. */
const Charge = Type.Object(
  {
    category: Type.String({ description: "As in the message's `pricing`." }),
    type: nullable(Type.String({ description: "As in the message's `pricing`." })),
    is_free: Type.Boolean(),
    recipients: Type.Integer({
      description: 'The number of recipients that the message was delivered to. 0: not charged.',
    }),
    cost: nullable(Money),
  },
  {
    description:
      'The charge of the platform for the message. `cost` is null for free and for undelivered messages, and when no price list has the price. Null until the platform reports price information.',
  },
)

/** All steps of a message, oldest first. */
export const Trail = titledObject('MessageTrail', {
  message_id: Id,
  status: Message.properties.status,
  platform_message_id: nullable(Type.String()),
  next_attempt_at: nullable(Time),
  charge: nullable(Charge),
  steps: Type.Array(TrailStep),
})

/** All steps of a message, oldest first. */
export type Trail = Static<typeof Trail>
/** One step of a message. */
export type TrailStep = Static<typeof TrailStep>
