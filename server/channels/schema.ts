import type { Selectable } from 'kysely'
import type { Channels } from '../db/types.ts'

/** A channel as the command line shows it; its access token is never shown, only whether it has one. */
export type Channel = {
  id: string
  type: Channels['type']
  name: string
  account: string
  display_phone: string | null
  has_access_token: boolean
  business_account: string | null
  account_status: 'active' | 'restricted' | 'disabled' | 'disconnected'
  account_reason: string | null
  quality: string | null
  messaging_limit: string | null
  username: string | null
  created_at: Date
}

/** The channel of a row of `channels`. */
export function toChannel(
  row: Omit<Selectable<Channels>, 'workspace_id' | 'account_status_at' | 'limits_at'>,
): Channel {
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
    created_at: row.created_at,
  }
}
