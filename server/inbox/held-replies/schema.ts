import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { HeldReplies } from '#db/tables/held-replies.ts'
import { SendReplyBody } from '#inbox/own-drafts/schema.ts'
import {
  closedObject,
  describedTime,
  Id,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { HOLD_SECONDS_MAX } from '#shared/drafts.ts'

const { proposed_draft_id: _proposed, ...reply } = SendReplyBody.properties

/** The body of POST /api/app/held-replies. */
export const HoldReplyBody = closedObject({
  ...reply,
  hold_seconds: Type.Integer({
    minimum: 1,
    maximum: HOLD_SECONDS_MAX,
    description: 'The seconds after which it is sent.',
  }),
})

/** The body of POST /api/app/held-replies. */
export type HoldReplyBody = Static<typeof HoldReplyBody>

/** A reply that is sent in some seconds, or could not be sent. */
export const HeldReply = titled('HeldReply', {
  id: Id,
  conversation_id: Id,
  message: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The content, as in POST /api/v1/messages/send.',
  }),
  closes: Type.Boolean({ description: 'Whether the conversation is closed with it.' }),
  due_at: nullable(describedTime('When it is sent. Null: it could not be sent, `error` says why.')),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  created_at: Time,
})

/** A reply that is sent in some seconds, or could not be sent. */
export type HeldReply = Static<typeof HeldReply>

/** The response of GET /api/app/held-replies. */
export const HeldReplyList = Type.Object({ data: Type.Array(HeldReply) })

/** Converts a row of `held_replies` to the API's held reply. */
export function toHeldReply(row: Selectable<HeldReplies>): HeldReply {
  const { message } = row.input as { message: Record<string, unknown> }
  return pickFields(HeldReply, {
    ...row,
    conversation_id: row.chat_id,
    message,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? row.error_code },
  })
}
