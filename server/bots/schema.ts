import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  closedObject,
  describedTime,
  Id,
  idText,
  nullable,
  optionals,
  Time,
  titled,
} from '#lib/schemas.ts'
import {
  BOT_NAME_CHARACTERS_MAX,
  BOT_OFF_REASONS,
  BOT_PLACES_MAX,
  BOT_TIMEOUT_SECONDS,
  HAND_OVER_REASON_CHARACTERS_MAX,
  HAND_OVER_TARGETS,
  SUMMARY_CHARACTERS_MAX,
} from '#shared/bots.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: BOT_NAME_CHARACTERS_MAX,
  description: 'The name that members see.',
})
const settings = {
  timeout_seconds: Type.Integer({
    minimum: BOT_TIMEOUT_SECONDS.min,
    maximum: BOT_TIMEOUT_SECONDS.max,
    default: BOT_TIMEOUT_SECONDS.default,
    description:
      'How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue.',
  }),
  channel_ids: Type.Array(Id, {
    maxItems: BOT_PLACES_MAX,
    description:
      'The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one.',
  }),
  team_ids: Type.Array(Id, {
    maxItems: BOT_PLACES_MAX,
    description:
      'The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot.',
  }),
}

/** A program that answers customers by itself. */
export const Bot = titled('Bot', {
  id: Id,
  name: Type.String(),
  is_on: Type.Boolean({
    description:
      'Whether it gets new conversations. It keeps those that it has, also while it is off.',
  }),
  off_reason: nullable(
    Type.Enum([...BOT_OFF_REASONS], {
      description:
        '`by_hand`: a member switched it off. `failures`: it timed out too often in a row.',
    }),
  ),
  off_at: nullable(Time),
  timeout_seconds: Type.Integer(),
  failures: Type.Integer({ description: 'Its time-outs since it last acted in time.' }),
  failed_at: nullable(describedTime('The time of its last time-out.')),
  channel_ids: Type.Array(Id),
  team_ids: Type.Array(Id),
  created_at: Time,
  updated_at: Time,
  deleted_at: nullable(Time),
})

/** A program that answers customers by itself. */
export type Bot = Static<typeof Bot>

/** The body of POST /api/v1/bots. */
export const CreateBotBody = closedObject({ name: Name, ...optionals(settings) })

/** The body of PATCH /api/v1/bots/{id}: only fields that are present are updated; a list replaces the former one. */
export const UpdateBotBody = closedObject(
  optionals({
    name: Name,
    is_on: Type.Boolean({
      description: 'Whether the bot is on. Switching it on resets the count of its time-outs.',
    }),
    ...settings,
  }),
)

/** The fields of a bot to write. */
export type BotInput = Static<typeof UpdateBotBody>

/** The body of POST /api/v1/chats/{id}/hand-over. */
export const HandOverBody = closedObject({
  to: closedObject({
    type: Type.Enum([...HAND_OVER_TARGETS], {
      description:
        '`queue`: of the team that the conversation has. `team`: the queue of another team. `member` and `bot`: they get the conversation.',
    }),
    id: Type.Optional(idText('The id of the team, the membership or the bot. Not for `queue`.')),
  }),
  ...optionals({
    reason: Type.String({
      minLength: 1,
      maxLength: HAND_OVER_REASON_CHARACTERS_MAX,
      description: 'Why, in a few words. Shown in the thread.',
    }),
    summary: Type.String({
      minLength: 1,
      maxLength: SUMMARY_CHARACTERS_MAX,
      description:
        'What was said so far, for whoever goes on. Shown in the thread, and added as a note.',
    }),
    holder_version: Type.Integer({
      minimum: 0,
      description:
        'For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`).',
    }),
  }),
})

/** A hand-over. */
export type HandOverInput = Static<typeof HandOverBody>

/** The body of POST /api/v1/chats/{id}/done. */
export const DoneBody = closedObject(
  optionals({ holder_version: HandOverBody.properties.holder_version }),
)
