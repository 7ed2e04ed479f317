import type { Defaulted } from '../column-types.ts'

/** Rows of `tags`. */
export type Tags = {
  workspace_id: string
  id: string
  name: string
  color: Defaulted<string>
  created_at: Date
}

/** Rows of `chat_tags`. */
export type ChatTags = { workspace_id: string; chat_id: string; tag_id: string; created_at: Date }
