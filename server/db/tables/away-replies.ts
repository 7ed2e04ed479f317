import type { AwayCondition, AwayText } from '#shared/away-replies.ts'
import { boolean, json, number, time, uuid, word } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** When a team answers by itself that it is away. `team_id` is null for conversations without a team. */
export const away_settings = tenantTable({
  visibleBy: { everybody: 'settings of teams' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  id: uuid(),
  team_id: uuid().nullable(),
  is_on: boolean(),
  condition: word<AwayCondition>(),
  texts: json<AwayText[]>(),
  pause_hours: number(),
  updated_at: time(),
})

/** Away replies by conversation and round. */
export const away_replies = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'ids of messages, which are exported',
}).columns({
  chat_id: uuid(),
  round_at: time(),
  message_id: uuid().nullable(),
  reason: word().nullable(),
  created_at: time(),
})
