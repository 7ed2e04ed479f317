/** Rows of `canned_replies`. */
export type CannedReplies = {
  workspace_id: string
  id: string
  shortcut: string
  text: string
  created_by: string | null
  created_at: Date
  updated_at: Date
}
