import type { ColumnType } from 'kysely'
import type { ChannelType } from '#shared/channel-types.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `channel_routes`: a platform's account id → the channel. */
export type ChannelRoutes = {
  platform: string
  account: string
  workspace_id: string
  channel_id: string
}

/** Rows of `channel_reservations`: a disconnected account → the channel that it is reserved for. */
export type ChannelReservations = ChannelRoutes & { released_at: Date | null }

/** Rows of `channels`; `access_token` is encrypted. */
export type Channels = {
  workspace_id: string
  id: string
  type: ChannelType
  name: string
  account: string
  display_phone: string | null
  access_token: Buffer | null
  business_account: string | null
  account_status: Defaulted<'active' | 'restricted' | 'disabled' | 'disconnected'>
  account_reason: string | null
  account_status_at: Date | null
  quality: string | null
  messaging_limit: string | null
  limits_at: Date | null
  username: string | null
  last_inbound_at: Date | null
  send_rate: Defaulted<number>
  send_pair_burst: Defaulted<number>
  send_held_until: Date | null
  send_error_code: string | null
  send_error_message: string | null
  send_stopped_at: Date | null
  templates_due_at: Date | null
  templates_synced_at: Date | null
  templates_error: string | null
  disconnected_at: Date | null
  released_at: Date | null
  is_simulated: Defaulted<boolean>
  created_at: Date
}

/** Rows of `business_account_routes`: the workspaces that have numbers of a business account. */
export type BusinessAccountRoutes = { platform: string; account: string; workspace_id: string }

/** Rows of `channel_events`: what a platform reported that is no message. */
export type ChannelEvents = {
  workspace_id: string
  id: string
  fingerprint: Buffer
  channel_id: string | null
  business_account: string | null
  field: string
  event: string | null
  data: ColumnType<unknown, string, string>
  occurred_at: Date
  created_at: Date
}
