import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { SLA_URGENCIES } from '#shared/sla.ts'

/**
 * Returns the condition of `chat_activity` that the next SLA target of a conversation has one of the urgencies of a filter.
 *
 * @throws {AppError} validation_failed
 */
export function isUrgent(scope: Scope, filter: string): RawBuilder<boolean> {
  const urgencies = readChoices(filter, 'sla', SLA_URGENCIES)
  const now = scope.clock.now()
  return sql<boolean>`(chat_activity.sla_due_at is not null and case
    when chat_activity.sla_due_at < ${now}::timestamptz then 'breached'
    when chat_activity.sla_warning_at <= ${now}::timestamptz then 'at_risk'
    else 'on_time' end = any (${urgencies}::text[]))`
}
