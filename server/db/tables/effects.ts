/** Rows of `directory_outbox`: changes of tenants' rows that follow a change of the directory. */
export type DirectoryOutbox = {
  id: string
  workspace_id: string
  kind: string
  body: string
  created_at: Date
  due_at: Date
}

/** Rows of `applied_effects`: rows of the outbox that were applied. */
export type AppliedEffects = {
  workspace_id: string
  id: string
  applied_at: Date
}
