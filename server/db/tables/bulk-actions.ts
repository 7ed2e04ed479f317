import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { BulkAction, BulkResult, BulkSubject } from '#shared/bulk-actions.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `bulk_actions`: jobs that change many things, and their progress. */
export type BulkActions = {
  workspace_id: string
  id: string
  subject: BulkSubject
  action: BulkAction
  parameters: ColumnType<Record<string, string | null>, string | undefined, string>
  phase: Defaulted<'apply' | 'undo'>
  status: Defaulted<'running' | 'completed' | 'canceled'>
  cursor: string | null
  total_count: Defaulted<number>
  done_count: Defaulted<number>
  skipped_count: Defaulted<number>
  failed_count: Defaulted<number>
  undone_count: Defaulted<number>
  kept_count: Defaulted<number>
  reasons: ColumnType<Record<string, number>, string | undefined, string>
  leaves_no_trace: Defaulted<boolean>
  cancel_reason: CancelReason | null
  created_by_type: ActorType
  created_by_id: string | null
  undone_by_type: ActorType | null
  undone_by_id: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  expires_at: Date
}

/** Rows of `bulk_action_items`: the things that a bulk action changes, as they matched at its start. */
export type BulkActionItems = {
  workspace_id: string
  bulk_action_id: string
  item_id: string
  result: Defaulted<BulkResult>
  reason: string | null
  before: ColumnType<unknown, string | null, string | null>
}
