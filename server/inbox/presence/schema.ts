import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Id } from '#lib/schemas.ts'

/** What a member does in a chat just now. `is_first`: says it for the first time, so others answer. */
export const PresenceBody = Type.Object(
  {
    conversation_id: Id,
    state: Type.Enum(['viewing', 'typing', 'away']),
    is_first: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** A signal as streams carry it: `membership_id` does `state` in the chat. It is kept nowhere. */
export const Presence = Type.Object({
  membership_id: Id,
  conversation_id: Id,
  state: Type.Enum(['viewing', 'typing', 'away']),
  is_first: Type.Boolean(),
})

/** A signal as streams carry it. */
export type Presence = Static<typeof Presence>
