import type { ColumnType } from 'kysely'

/** Rows of `notices`: notifications for admins. */
export type Notices = {
  workspace_id: string
  id: string
  kind: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Date
  dismissed_at: Date | null
  dismissed_by: string | null
}
