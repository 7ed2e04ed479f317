import type { ColumnType } from 'kysely'
import type { IdentityKind } from '#shared/identity-kinds.ts'
import type { OptOutWay } from '#shared/opt-outs.ts'
import type { StoredTimelineKind } from '#shared/contacts.ts'

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
  merged_into_id: string | null
  blocked_at: Date | null
  blocked_reason: string | null
  opted_out_at: Date | null
  opted_out_by: OptOutWay | null
  opt_out_decided_at: Date | null
  fields: ColumnType<Record<string, string>, string | undefined, string>
  search: ColumnType<string | null, never, never>
}

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
  kind: StoredTimelineKind
  data: ColumnType<Record<string, unknown>, string, string>
  occurred_at: Date
}
