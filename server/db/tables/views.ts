import type { ColumnType } from 'kysely'

/** Rows of `views`: filters that a member keeps, or everybody. */
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
