import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id } from '#lib/schemas.ts'

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
