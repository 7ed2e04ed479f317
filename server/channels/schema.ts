import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ChannelEvents, Channels } from '#db/channel-tables.ts'
import { Id, nullable, Time } from '#lib/schemas.ts'

const Account = Type.String({
  pattern: '^[0-9]{1,32}$',
  description:
    "The platform's id of our side: WhatsApp's phone number id, the id of a page or of an Instagram account.",
})
const BusinessAccount = Type.String({
  pattern: '^[0-9]{1,32}$',
  description: 'The WhatsApp business account (WABA) of the number.',
})
const AccessToken = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'Kept encrypted and never shown. Without one the channel receives but cannot send.',
})
const Name = Type.String({ minLength: 1, maxLength: 200 })

/** A channel, as the API and the command line give it: whether it has an access token, never the token. */
export const Channel = Type.Object(
  {
    id: Id,
    type: Type.Enum(['whatsapp', 'messenger', 'instagram']),
    name: Type.String(),
    account: Type.String(),
    display_phone: nullable(Type.String()),
    has_access_token: Type.Boolean(),
    business_account: nullable(Type.String()),
    account_status: Type.Enum(['active', 'restricted', 'disabled', 'disconnected'], {
      description: 'What the platform says of the account.',
    }),
    account_reason: nullable(Type.String({ description: "The platform's word for why." })),
    quality: nullable(Type.String({ description: '`flagged` when customers complain.' })),
    messaging_limit: nullable(
      Type.String({ description: 'How many people may be written to first in a day.' }),
    ),
    username: nullable(Type.String()),
    last_inbound_at: nullable(
      Type.Unsafe<Date>({
        ...Time,
        description: 'When the platform last delivered something for it, to ten seconds.',
      }),
    ),
    send_held_until: nullable(
      Type.Unsafe<Date>({ ...Time, description: 'Its messages wait until then.' }),
    ),
    send_stopped_at: nullable(
      Type.Unsafe<Date>({ ...Time, description: 'Since when the platform refuses the account.' }),
    ),
    send_error_code: nullable(Type.String({ description: 'Why its messages wait.' })),
    send_error_message: nullable(Type.String()),
    disconnected_at: nullable(
      Type.Unsafe<Date>({ ...Time, description: 'Nothing comes in or goes out since.' }),
    ),
    created_at: Time,
  },
  { title: 'Channel' },
)

/** A channel, as the API and the command line give it. */
export type Channel = Static<typeof Channel>

/** The body of POST /api/developer/channels. */
export const CreateChannelBody = Type.Object(
  {
    type: Type.Enum(['whatsapp', 'messenger', 'instagram']),
    account: Account,
    name: Type.Optional(Name),
    business_account: Type.Optional(BusinessAccount),
    display_phone: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    access_token: Type.Optional(AccessToken),
  },
  { additionalProperties: false },
)

/** The body of PATCH /api/developer/channels/{id}. */
export const UpdateChannelBody = Type.Object(
  {
    name: Type.Optional(Name),
    business_account: Type.Optional(BusinessAccount),
    access_token: Type.Optional(nullable(AccessToken)),
  },
  { additionalProperties: false },
)

/** Something that the platform reported of a channel or its account and that is no message. */
export const ChannelEvent = Type.Object(
  {
    id: Id,
    field: Type.String({ description: "The platform's name for what it is about." }),
    event: nullable(Type.String({ description: "The platform's word for what happened." })),
    business_account: nullable(Type.String()),
    data: Type.Unknown({ description: 'As the platform gave it.' }),
    occurred_at: Time,
    created_at: Time,
  },
  { title: 'ChannelEvent' },
)

/** Something that the platform reported of a channel or its account. */
export type ChannelEvent = Static<typeof ChannelEvent>

/** The channel of a row of `channels`. */
export function toChannel(row: Selectable<Channels>): Channel {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    account: row.account,
    display_phone: row.display_phone,
    has_access_token: row.access_token !== null,
    business_account: row.business_account,
    account_status: row.account_status,
    account_reason: row.account_reason,
    quality: row.quality,
    messaging_limit: row.messaging_limit,
    username: row.username,
    last_inbound_at: row.last_inbound_at,
    send_held_until: row.send_held_until,
    send_stopped_at: row.send_stopped_at,
    send_error_code: row.send_error_code,
    send_error_message: row.send_error_message,
    disconnected_at: row.disconnected_at,
    created_at: row.created_at,
  }
}

/** The API's event of a row of `channel_events`. */
export function toChannelEvent(row: Selectable<ChannelEvents>): ChannelEvent {
  return {
    id: row.id,
    field: row.field,
    event: row.event,
    business_account: row.business_account,
    data: row.data,
    occurred_at: row.occurred_at,
    created_at: row.created_at,
  }
}
