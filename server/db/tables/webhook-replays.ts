import type { ReplayStatus } from '#shared/webhooks.ts'
import { number, text, texts, time, uuid, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** The table `webhook_replays`; `last_id` is how far it has come, `next_at` when more may be offered. */
export const webhook_replays = tenantTable({
  visibleBy: { everybody: 'filters by type and time' },
  rows: 'many',
  withoutContacts: 'filters by type and time',
}).columns({
  id: uuid(),
  endpoint_id: uuid(),
  event_types: texts().nullable(),
  statuses: texts(),
  since: time().nullable(),
  until: time(),
  rate_limit: number().nullable(),
  status: word<ReplayStatus>().defaulted(),
  paused_reason: word<'manual' | 'endpoint_disabled'>().nullable(),
  total: number(),
  offered: number().defaulted(),
  last_id: uuid().nullable(),
  next_at: time().nullable(),
  created_by_type: text(),
  created_by_id: uuid().nullable(),
  created_at: time(),
  updated_at: time(),
  completed_at: time().nullable(),
})

/** Rows of `webhook_replays`. */
export type WebhookReplays = typeof webhook_replays.row
