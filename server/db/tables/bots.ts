import type { BotOffReason } from '#shared/bots.ts'
import { number, text, time, uuid, word } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** Programs that answer customers by themselves. A bot with `off_at` gets no new conversations. */
export const bots = tenantTable({
  visibleBy: { everybody: 'names and health of bots' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  id: uuid(),
  name: text(),
  timeout_seconds: number(),
  failures: number().defaulted(),
  failed_at: time().nullable(),
  off_at: time().nullable(),
  off_reason: word<BotOffReason>().nullable(),
  created_at: time(),
  updated_at: time(),
  deleted_at: time().nullable(),
})

/** Rows of `bots`. */
export type Bots = typeof bots.row

/** What a bot owes a conversation that it holds. With `due_at`, it loses the conversation then, unless it acts. */
export const bot_turns = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'when a bot must act',
}).columns({
  chat_id: uuid(),
  bot_id: uuid(),
  holder_version: number(),
  since: time().nullable(),
  inbound_at: time().nullable(),
  due_at: time().nullable(),
  done_position: number().nullable(),
})
