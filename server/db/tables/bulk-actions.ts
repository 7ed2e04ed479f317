import type { ActorType } from '#shared/actors.ts'
import type { BulkAction, BulkResult, BulkSubject } from '#shared/bulk-actions.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import { boolean, json, number, text, time, uuid, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Jobs that change many things, and their progress. */
export const bulk_actions = tenantTable({
  visibleBy: 'created_by_id',
  rows: 'many',
  withoutContacts: 'ids, statuses, times and numbers',
}).columns({
  id: uuid(),
  subject: word<BulkSubject>(),
  action: word<BulkAction>(),
  parameters: json<Record<string, string | null>>().defaulted(),
  phase: word<'apply' | 'undo'>().defaulted(),
  status: word<'running' | 'completed' | 'canceled'>().defaulted(),
  cursor: uuid().nullable(),
  total_count: number().defaulted(),
  done_count: number().defaulted(),
  skipped_count: number().defaulted(),
  failed_count: number().defaulted(),
  undone_count: number().defaulted(),
  kept_count: number().defaulted(),
  reasons: json<Record<string, number>>().defaulted(),
  leaves_no_trace: boolean().defaulted(),
  cancel_reason: word<CancelReason>().nullable(),
  created_by_type: word<ActorType>(),
  created_by_id: uuid().nullable(),
  undone_by_type: word<ActorType>().nullable(),
  undone_by_id: uuid().nullable(),
  created_at: time(),
  updated_at: time(),
  completed_at: time().nullable(),
  expires_at: time(),
})

/** Rows of `bulk_actions`. */
export type BulkActions = typeof bulk_actions.row

/** The things that a bulk action changes, as they matched at its start. */
export const bulk_action_items = tenantTable({
  visibleBy: 'bulk_action_id',
  rows: 'many',
  withoutContacts: 'ids, statuses and times',
}).columns({
  bulk_action_id: uuid(),
  item_id: uuid(),
  result: word<BulkResult>().defaulted(),
  reason: text().nullable(),
  before: json().nullable(),
})
