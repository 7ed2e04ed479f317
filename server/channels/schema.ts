import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ChannelEvents, Channels } from '#db/tables/channels.ts'
import { CHANNEL_TYPES, CONNECTED_CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { CHANNEL_NAME_CHARACTERS_MAX } from '#shared/channels.ts'
import {
  closedObject,
  describedTime,
  Id,
  idText,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { ACCOUNT_PATTERN, ACCOUNT_REQUIREMENT } from '#platforms/registry/check-account-form.ts'

const Account = Type.String({
  pattern: ACCOUNT_PATTERN,
  'x-message': ACCOUNT_REQUIREMENT,
  description:
    "The platform's id of your account: the phone number id on WhatsApp, the page id on Messenger, or the Instagram account id.",
})
const BusinessAccount = Type.String({
  pattern: '^[0-9]{1,32}$',
  'x-message': 'must contain only digits',
  description: 'The id of the WhatsApp Business account (WABA) that owns the number.',
})
const AccessToken = Type.String({
  minLength: 1,
  maxLength: 4096,
  description:
    'Stored encrypted and never returned. The platform must confirm that it gives access to the account: the token of a system user on WhatsApp, the token of the page on Messenger and Instagram.',
})
const Name = Type.String({ minLength: 1, maxLength: CHANNEL_NAME_CHARACTERS_MAX })

/** A channel as the API and the command line return it, with `has_access_token` but never the token. */
export const Channel = titled('Channel', {
  id: Id,
  type: Type.Enum([...CHANNEL_TYPES], { description: 'The platform.' }),
  name: Type.String({ description: 'The name that members see.' }),
  account: Type.String(),
  display_phone: nullable(Type.String()),
  has_access_token: Type.Boolean(),
  is_simulated: Type.Boolean({
    description:
      'Whether the channel belongs to the simulator, by an access token that starts with `sim_`. Test keys send only on such channels.',
  }),
  business_account: nullable(Type.String()),
  account_status: Type.Enum(['active', 'restricted', 'disabled', 'disconnected'], {
    description: "The account's status on the platform.",
  }),
  account_reason: nullable(
    Type.String({ description: "The platform's reason, in its own wording." }),
  ),
  quality: nullable(
    Type.String({ description: '`flagged` if customers complain about the account.' }),
  ),
  messaging_limit: nullable(
    Type.String({
      description:
        "How many contacts you may message first per day, in the platform's own wording.",
    }),
  ),
  username: nullable(Type.String()),
  last_inbound_at: nullable(
    describedTime(
      'When the platform last delivered a payload for this channel, accurate to ten seconds.',
    ),
  ),
  send_held_until: nullable(describedTime('Messages stay queued until this time.')),
  send_stopped_at: nullable(describedTime('When the platform started to reject the account.')),
  send_error_code: nullable(Type.String({ description: 'Why messages stay queued.' })),
  send_error_message: nullable(Type.String()),
  team_id: nullable(idText('The team of new conversations.')),
  disconnected_at: nullable(
    describedTime('When the channel was disconnected. Null if it is connected.'),
  ),
  released_at: nullable(
    describedTime(
      'When the disconnected account was released for other workspaces. Null while it is connected or reserved for this workspace.',
    ),
  ),
  created_at: Time,
})

/** A channel as the API and the command line return it. */
export type Channel = Static<typeof Channel>

/** The body of POST /api/developer/channels. */
export const CreateChannelBody = closedObject({
  type: Type.Enum([...CONNECTED_CHANNEL_TYPES]),
  account: Account,
  name: Type.Optional(Name),
  business_account: Type.Optional(BusinessAccount),
  display_phone: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  access_token: AccessToken,
})

/** The body of POST /api/developer/channels. */
export type CreateChannelBody = Static<typeof CreateChannelBody>

/** A channel that the operator or Parley itself creates; the access token may follow later. */
export type NewChannel = Omit<CreateChannelBody, 'access_token' | 'type'> &
  Partial<Pick<CreateChannelBody, 'access_token'>> & { type: ChannelType }

/** The body of PATCH /api/developer/channels/{id}. */
export const UpdateChannelBody = closedObject({
  name: Type.Optional(Name),
  business_account: Type.Optional(BusinessAccount),
  access_token: Type.Optional(nullable(AccessToken)),
})

/** The body of PATCH /api/developer/channels/{id}. */
export type UpdateChannelBody = Static<typeof UpdateChannelBody>

/** A platform's report about a channel or its account that is not a message. */
export const ChannelEvent = titled('ChannelEvent', {
  id: Id,
  field: Type.String({ description: 'The webhook field in which the platform reported it.' }),
  event: nullable(Type.String({ description: "The platform's name for the event." })),
  business_account: nullable(Type.String()),
  data: Type.Unknown({ description: 'The data as the platform sent it.' }),
  occurred_at: Time,
  created_at: Time,
})

/** A platform's report about a channel or its account. */
export type ChannelEvent = Static<typeof ChannelEvent>

/** A platform that channels can be connected to, and its capabilities. */
export const ChannelPlatform = titled('ChannelPlatform', {
  type: Type.Enum([...CHANNEL_TYPES]),
  name: Type.String(),
  account: Type.Object({
    pattern: Type.String({ description: 'The form of account ids, as a regular expression.' }),
    is_numeric: Type.Boolean(),
  }),
  setup_url: nullable(
    Type.String({ description: 'The page of the platform where an account is prepared.' }),
  ),
  has_business_accounts: Type.Boolean({
    description: 'Whether accounts belong to a business account.',
  }),
  has_templates: Type.Boolean({ description: 'Whether messages can be sent from templates.' }),
  checks_accounts: Type.Boolean({
    description: 'Whether an account can be checked before it is connected.',
  }),
})

/** A platform that channels can be connected to, and its capabilities. */
export type ChannelPlatform = Static<typeof ChannelPlatform>

/** The response of GET /api/developer/platforms. */
export const ChannelPlatforms = titled('ChannelPlatforms', { data: Type.Array(ChannelPlatform) })

/** The columns of a channel that the API shows. */
type ShownChannel = Omit<
  Selectable<Channels>,
  | 'workspace_id'
  | 'bot_id'
  | 'account_status_at'
  | 'limits_at'
  | 'send_rate'
  | 'send_pair_burst'
  | 'templates_due_at'
  | 'templates_synced_at'
  | 'templates_error'
>

/** Converts a row of `channels` to the API's channel. */
export function toChannel(row: ShownChannel): Channel {
  return pickFields(Channel, { ...row, has_access_token: row.access_token !== null })
}

/** Converts a row of `channel_events` to the API's event. */
export function toChannelEvent(row: Selectable<ChannelEvents>): ChannelEvent {
  return pickFields(ChannelEvent, row)
}
