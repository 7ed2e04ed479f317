import type { ColumnType } from 'kysely'
import type { Bigint, Defaulted } from './column-types.ts'
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
  solved_at: Date | null
  chat_id: string | null
}

/** Rows of `person_merges`: who was merged into whom, and what undoes it. */
export type PersonMerges = {
  workspace_id: string
  id: string
  survivor_id: string
  merged_id: string
  before: ColumnType<Record<string, unknown>, string, string>
  moved: ColumnType<Record<string, unknown>, string, string>
  actor_type: string
  actor_id: string | null
  merged_at: Date
  undone_at: Date | null
}

/** Rows of `imports`: files of contacts, and how far they are read in. */
export type Imports = {
  workspace_id: string
  id: string
  filename: string
  body: Buffer | null
  delimiter: string
  columns: string[]
  samples: ColumnType<string[][], string, string>
  mapping: ColumnType<Record<string, string> | null, string | null, string | null>
  status: Defaulted<
    'uploaded' | 'checking' | 'checked' | 'running' | 'completed' | 'failed' | 'cancelled'
  >
  row_count: Defaulted<number>
  done_count: Defaulted<number>
  done_bytes: Defaulted<number>
  created_count: Defaulted<number>
  matched_count: Defaulted<number>
  rejected_count: Defaulted<number>
  error: string | null
  created_by: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** Rows of `import_rejects`: rows of a file that were not read in, and why. */
export type ImportRejects = {
  workspace_id: string
  import_id: string
  row_number: number
  code: string
  message: string
  cells: string[]
}
