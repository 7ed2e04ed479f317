import type { ColumnType } from 'kysely'

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
