import type { ColumnType } from 'kysely'
import type { Bigint, Defaulted } from './column-types.ts'

/** Rows of `people`. */
export type People = {
  workspace_id: string
  id: string
  name: string | null
  phone_e164: string | null
  email: string | null
  source: string
  campaign: string | null
  created_at: Date
  updated_at: Date
  last_seen_at: Date | null
}

/** What an identity's value is. */
export type IdentityKind = 'phone_e164' | 'email' | 'wa_id' | 'bsuid' | 'psid' | 'igsid'

/** Rows of `identities`. */
export type Identities = {
  workspace_id: string
  kind: IdentityKind
  value: string
  person_id: string
  created_at: Date
}

/** Rows of `timeline_entries`; messages are not among them, they are read from `messages`. */
export type TimelineEntries = {
  workspace_id: string
  id: string
  person_id: string
  kind: 'lead' | 'ticket' | 'note' | 'form' | 'identity_conflict' | 'identity_change' | 'preference'
  data: ColumnType<Record<string, unknown>, string, string>
  occurred_at: Date
}

/** Rows of `tickets`. */
export type Tickets = {
  workspace_id: string
  id: string
  number: Bigint
  person_id: string
  title: string
  message_id: string | null
  priority: 'low' | 'medium' | 'high' | 'urgent'
  status: Defaulted<'open' | 'pending' | 'solved' | 'closed'>
  assignee_id: string | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
}
