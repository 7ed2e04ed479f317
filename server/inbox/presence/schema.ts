import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, limitedText } from '#lib/schemas.ts'

/** A member's current activity in a conversation. `is_first`: the first signal, which others answer. */
export const PresenceBody = closedObject({
  conversation_id: Id,
  state: Type.Enum(['viewing', 'typing', 'away']),
  is_first: Type.Optional(Type.Boolean()),
})

/** A presence signal in a stream: the member `membership_id` is in `state` in the conversation. It is not stored. */
export const Presence = Type.Object({
  membership_id: Id,
  conversation_id: Id,
  state: Type.Enum(['viewing', 'typing', 'away']),
  is_first: Type.Boolean(),
})

/** A presence signal in a stream: the member `membership_id` is in `state` in the conversation. It is not stored. */
export type Presence = Static<typeof Presence>

/** The longest time that `back_ms` may name, in milliseconds. */
const BACK_MS_MAX = 60_000

/** The query of the web app's stream. */
export const FollowWorkspaceQuery = closedObject({
  after: Type.Optional(
    limitedText(
      512,
      'The `id` of the last message of the stream that you received. Starts after it.',
    ),
  ),
  back_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: BACK_MS_MAX,
      description:
        'Without `after`: starts with the events of the last milliseconds, and some before, so that data which was read since then is complete.',
    }),
  ),
})
