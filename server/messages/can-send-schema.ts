import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Id, nullable, Time } from '#lib/schemas.ts'

const Answer = Type.Object({
  allowed: Type.Boolean(),
  reason: nullable(Type.String({ description: 'Why sending is not possible, as a sentence.' })),
  code: nullable(Type.String({ description: 'Why sending is not possible, as an error code.' })),
})

/** The messages that can be sent to a conversation now, and the obstacles. */
export const CanSend = Type.Object(
  {
    conversation_id: Id,
    window: Type.Object({
      status: Type.Enum(['open', 'closed', 'unknown'], {
        description: '`unknown`: the customer has not written here yet, so the platform decides.',
      }),
      expires_at: nullable(Time),
    }),
    free_form: Answer,
    template: Answer,
    approved_templates: Type.Integer({
      description: 'The number of templates known to be approved.',
    }),
    holds: Type.Array(
      Type.Object({
        code: Type.String({
          description: "`pair_rate`, or the platform's error code that put the number on hold.",
        }),
        affects: Type.Enum(['conversation', 'channel']),
        until: nullable(Time),
        reason: Type.String(),
        advice: Type.String(),
      }),
      { description: 'What a message sent now would have to wait for.' },
    ),
    files: Type.Array(
      Type.Object({
        type: Type.String({ description: 'The message type that such a file is sent as.' }),
        mime_types: Type.Array(Type.String()),
        bytes_max: Type.Integer(),
      }),
      { description: 'The files that the platform accepts, with their maximum sizes.' },
    ),
    queued_messages: Type.Integer({ description: "The conversation's messages that are queued." }),
  },
  { title: 'CanSend' },
)

/** The messages that can be sent to a conversation now, and the obstacles. */
export type CanSend = Static<typeof CanSend>
