import type { ColumnType } from 'kysely'

/** Rows of `views`: filters saved by a member, for themselves or for the team. */
export type Views = {
  workspace_id: string
  id: string
  subject: 'chats' | 'contacts' | 'tickets'
  name: string
  filters: ColumnType<Record<string, unknown>, string, string>
  owner_id: string | null
  created_by: string | null
  created_at: Date
  updated_at: Date
}
