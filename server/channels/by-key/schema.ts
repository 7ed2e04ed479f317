import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Channel as StoredChannel } from '#channels/schema.ts'
import { choiceList, createdFilters } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, idText, nullable, Time, titled } from '#lib/schemas.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import { CHANNEL_STATUSES } from '#shared/channels.ts'

const HOUR_MS = 3_600_000

const ChannelCapabilities = titled('ChannelCapabilities', {
  message_types: Type.Array(Type.String(), {
    description: 'The types of messages that can be sent. Empty for a channel that only receives.',
  }),
  text_characters_max: nullable(
    Type.Integer({ description: 'The longest text. Null for a channel that only receives.' }),
  ),
  window_hours: nullable(
    Type.Integer({
      description:
        'How long after a message of the customer free-form messages can be sent. Null: always.',
    }),
  ),
  has_templates: Type.Boolean({ description: 'Whether messages can be sent from templates.' }),
  opens_by_phone: Type.Boolean({
    description: 'Whether a conversation can be started with a phone number.',
  }),
})

/** A channel as API keys see it, without secrets. */
export const Channel = titled('Channel', {
  id: Id,
  type: Type.Enum([...CHANNEL_TYPES]),
  name: Type.String(),
  account: Type.String({ description: "The platform's id of the account." }),
  phone: nullable(
    Type.String({ description: 'The phone number of the account, as the platform shows it.' }),
  ),
  username: nullable(Type.String({ description: 'The name of the account on the platform.' })),
  status: Type.Enum([...CHANNEL_STATUSES], {
    description:
      '`restricted` and `disabled` are decisions of the platform. A `disconnected` channel neither sends nor receives.',
  }),
  is_simulated: Type.Boolean({
    description: 'Whether it is a channel of the simulator. Test keys send only on such channels.',
  }),
  capabilities: ChannelCapabilities,
  team_id: nullable(idText('The team of new conversations.')),
  created_at: Time,
})

/** A channel as API keys see it, without secrets. */
export type Channel = Static<typeof Channel>

/** The query of GET /api/v1/channels. */
export const ListChannelsQuery = closedObject({
  ...pageQuery,
  type: choiceList(CHANNEL_TYPES),
  ...createdFilters,
})

/** Converts the channel of the developer area to that of API keys. */
export function toKeyChannel(channel: StoredChannel): Channel {
  const { id, type, name, account, display_phone, username, created_at } = channel
  const { capabilities } = findPlatform(type)
  const { sending, windowMs, hasTemplates, opensByPhone } = capabilities
  return {
    id,
    type,
    name,
    account,
    phone: display_phone,
    username,
    status: toStatus(channel),
    is_simulated: channel.is_simulated,
    capabilities: {
      message_types: [...(sending?.messageTypes ?? [])],
      text_characters_max: sending?.textCharactersMax ?? null,
      window_hours: windowMs === null ? null : windowMs / HOUR_MS,
      has_templates: hasTemplates,
      opens_by_phone: opensByPhone,
    },
    team_id: channel.team_id,
    created_at,
  }
}

function toStatus({ account_status, disconnected_at }: StoredChannel): Channel['status'] {
  if (disconnected_at !== null) return 'disconnected'
  return account_status === 'active' ? 'connected' : account_status
}
