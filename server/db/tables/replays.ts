import type { ReplayStatus } from '#shared/webhooks.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `webhook_replays`; `last_id` is how far it has come, `next_at` when more may be offered. */
export type WebhookReplays = {
  workspace_id: string
  id: string
  endpoint_id: string
  event_types: string[] | null
  statuses: string[]
  since: Date | null
  until: Date
  rate_limit: number | null
  status: Defaulted<ReplayStatus>
  paused_reason: 'manual' | 'endpoint_disabled' | null
  total: Bigint
  offered: Defaulted<Bigint>
  last_id: string | null
  next_at: Date | null
  created_by_type: string
  created_by_id: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}
