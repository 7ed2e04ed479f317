import type { UnmatchedPhoneRule } from '#shared/workspaces.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `workspaces`. */
export type Workspaces = {
  id: string
  name: string
  slug: string
  unmatched_phone: Defaulted<UnmatchedPhoneRule>
  default_country: Defaulted<string>
  retention_days: Defaulted<number>
  message_retention_days: Defaulted<number | null>
  audit_retention_days: Defaulted<number | null>
  require_second_factor: Defaulted<boolean>
  record_request_bodies: Defaulted<boolean>
  shard: Defaulted<string>
  fenced_until: Date | null
  created_at: Date
}

/** Rows of `workspace_counters`: the last position and number that were given out. */
export type WorkspaceCounters = {
  workspace_id: string
  event_position: Defaulted<Bigint>
  notifying_position: Defaulted<Bigint>
  is_notifying: Defaulted<boolean>
  ticket_number: Defaulted<Bigint>
  trimmed_position: Defaulted<Bigint>
}
