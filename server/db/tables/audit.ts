import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'

/** Rows of `audit_entries`: who did what. `data` never holds a secret. */
export type AuditEntries = {
  workspace_id: string
  id: string
  actor_type: ActorType
  actor_id: string | null
  action: string
  target_type: string
  target_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  occurred_at: Date
}
