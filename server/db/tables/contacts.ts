import type { ColumnType } from 'kysely'
import type { IdentityKind } from '#shared/identity-kinds.ts'

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
  fields: ColumnType<Record<string, string>, string | undefined, string>
  search: ColumnType<string, never, never>
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
  kind:
    | 'lead'
    | 'ticket'
    | 'note'
    | 'form'
    | 'identity_conflict'
    | 'identity_change'
    | 'preference'
    | 'merge'
  data: ColumnType<Record<string, unknown>, string, string>
  occurred_at: Date
}
