import type { ChannelType } from '#shared/channel-types.ts'
import { boolean, bytes, json, number, text, time, uuid, word } from '../column.ts'
import { contactTable, directoryTable, tenantTable } from '../table.ts'

/** A platform's account id → the channel. */
export const channel_routes = directoryTable({
  withoutContacts: 'accounts of the workspace',
}).columns({
  platform: text(),
  account: text(),
  workspace_id: uuid(),
  channel_id: uuid(),
})

/** A disconnected account → the channel that it is reserved for. */
export const channel_reservations = directoryTable({
  withoutContacts: 'accounts of the workspace',
}).columns({
  platform: text(),
  account: text(),
  workspace_id: uuid(),
  channel_id: uuid(),
  released_at: time().nullable(),
})

/** The table `channels`; `access_token` is encrypted. */
export const channels = tenantTable({
  visibleBy: { everybody: 'accounts of the workspace' },
  rows: 'few',
  withoutContacts: 'accounts of the workspace',
}).columns({
  id: uuid(),
  type: word<ChannelType>(),
  name: text(),
  account: text(),
  display_phone: text().nullable(),
  access_token: bytes().nullable().secret('channel_access_token'),
  business_account: text().nullable(),
  account_status: word<'active' | 'restricted' | 'disabled' | 'disconnected'>().defaulted(),
  account_reason: text().nullable(),
  account_status_at: time().nullable(),
  quality: text().nullable(),
  messaging_limit: text().nullable(),
  limits_at: time().nullable(),
  username: text().nullable(),
  last_inbound_at: time().nullable(),
  send_rate: number().defaulted(),
  send_pair_burst: number().defaulted(),
  send_held_until: time().nullable(),
  send_error_code: text().nullable(),
  send_error_message: text().nullable(),
  send_stopped_at: time().nullable(),
  templates_due_at: time().nullable(),
  templates_synced_at: time().nullable(),
  templates_error: text().nullable(),
  disconnected_at: time().nullable(),
  released_at: time().nullable(),
  is_simulated: boolean().defaulted(),
  created_at: time(),
  team_id: uuid().nullable(),
  bot_id: uuid().nullable(),
})

/** Rows of `channels`. */
export type Channels = typeof channels.row

/** The workspaces that have numbers of a business account. */
export const business_account_routes = directoryTable({
  withoutContacts: 'accounts of the workspace',
}).columns({
  platform: text(),
  account: text(),
  workspace_id: uuid(),
})

/** Reports of a platform that are no messages. */
export const channel_events = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'platform_events',
}).columns({
  id: uuid().exported(),
  fingerprint: bytes().impersonal('a hash').unexported(),
  channel_id: uuid().nullable().exported(),
  business_account: text().nullable().impersonal('the id of the business').unexported(),
  field: text().impersonal("the platform's word").exported(),
  event: text().nullable().impersonal("the platform's word").exported(),
  data: json().personal().exported(),
  occurred_at: time().exported(),
  created_at: time().unexported(),
})

/** Rows of `channel_events`. */
export type ChannelEvents = typeof channel_events.row
