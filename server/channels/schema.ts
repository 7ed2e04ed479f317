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
  created_at: Date
}

/** The channel of a row of `channels`. */
export function toChannel(row: Omit<Selectable<Channels>, 'workspace_id'>): Channel {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    account: row.account,
    display_phone: row.display_phone,
    has_access_token: row.access_token !== null,
    created_at: row.created_at,
  }
}
