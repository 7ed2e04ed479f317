import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Money } from '#pricing/schema.ts'
import { closedObject, describedTime, Id, idText, nullable, Time, titled } from '#lib/schemas.ts'

const Answer = titled('SendingAllowance', {
  allowed: Type.Boolean(),
  reason: nullable(Type.String({ description: 'Why sending is not possible, as a sentence.' })),
  code: nullable(Type.String({ description: 'Why sending is not possible, as an error code.' })),
})

const allowances = {
  window: Type.Object({
    status: Type.Enum(['open', 'closed', 'unknown'], {
      description: '`unknown`: the customer has not written here yet, so the platform decides.',
    }),
    expires_at: nullable(Time),
  }),
  free_form: Answer,
  template: Answer,
  marketing: Type.Unsafe<Static<typeof Answer>>({
    ...Answer,
    description: 'Whether a marketing template can be sent: not to a contact that is opted out.',
  }),
  approved_templates: Type.Integer({
    description: 'The number of templates known to be approved.',
  }),
}

/** The messages that can be sent to a conversation now, and the obstacles. */
export const CanSend = titled('CanSend', {
  conversation_id: Id,
  ...allowances,
  handover: Type.Object(
    {
      is_supported: Type.Boolean({
        description: 'Whether the conversation can be taken over and released here.',
      }),
      sending_takes_over: Type.Boolean({
        description:
          'Whether a free-form message takes over a conversation that another app holds.',
      }),
    },
    {
      description: 'The actions that the platform allows when another app holds the conversation.',
    },
  ),
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
    { description: 'The reasons why a message sent now would have to wait.' },
  ),
  files: Type.Array(
    Type.Object({
      type: Type.String({ description: 'The message type that such a file is sent as.' }),
      mime_types: Type.Array(Type.String()),
      bytes_max: Type.Integer(),
    }),
    { description: 'The files that the platform accepts, with their maximum sizes.' },
  ),
  categories: Type.Array(
    Type.Object({
      category: Type.String({ description: 'The category that the platform charges.' }),
      message: Type.Enum(['free_form', 'template'], {
        description: 'Free-form messages are `service`; a template has the category of its own.',
      }),
      free_until: nullable(
        describedTime('Until when the messages are free, after the reply to an advertisement.'),
      ),
      estimated_cost: nullable(
        Type.Unsafe<Money>({
          ...Money,
          description:
            "The price of one message by the workspace's price list. The messages that are free each month are not considered. Null: free, or not known.",
        }),
      ),
    }),
    {
      description:
        'The category that a message would fall into, and what it would cost. Empty if the platform does not charge messages.',
    },
  ),
  queued_messages: Type.Integer({ description: "The conversation's messages that are queued." }),
})

/** The messages that can be sent to a conversation now, and the obstacles. */
export type CanSend = Static<typeof CanSend>

/** The query of GET /api/v1/chats/can-send. */
export const CanSendQuery = closedObject({
  person_id: Type.Optional(idText('The contact. Required without `phone_e164`.')),
  phone_e164: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "A phone number, also one of no contact. Without a country code, it is read in the workspace's country.",
    }),
  ),
  channel_id: Type.Optional(idText('Returns only this channel.')),
})

/** The messages that can be sent to a contact on each channel, also where it has no conversation yet. */
export const ContactCanSend = titled('ContactCanSend', {
  person: nullable(
    Type.Object(
      {
        id: Id,
        name: nullable(Type.String()),
        phone_e164: nullable(Type.String()),
        email: nullable(Type.String()),
        username: nullable(Type.String()),
      },
      { description: 'The contact. Null if the phone number belongs to none yet.' },
    ),
  ),
  phone_e164: nullable(
    Type.String({ description: 'The phone number that a new conversation is opened with.' }),
  ),
  channels: Type.Array(
    Type.Object({
      channel: Type.Object({ id: Id, type: Type.String(), name: Type.String() }),
      conversation_id: nullable(
        Type.Unsafe<string>({
          ...Id,
          description: "The contact's conversation on the channel. Null if there is none yet.",
        }),
      ),
      ...allowances,
    }),
    {
      description:
        'All channels: those that can send first, and among them the one that was last used with the contact.',
    },
  ),
})

/** The messages that can be sent to a contact on each channel, also where it has no conversation yet. */
export type ContactCanSend = Static<typeof ContactCanSend>
