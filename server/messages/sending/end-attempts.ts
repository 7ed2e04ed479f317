import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { SendAttempt } from './send-attempt.ts'

/**
 * Finds the messages whose state a failed attempt may change: those without a later attempt, whose outcome was not
 * recorded before. The lease may have been lost since, and a record whose response was lost is repeated.
 */
export async function findOpen(tx: Scope, attempts: SendAttempt[]): Promise<Set<string>> {
  const failed = attempts.filter(({ outcome }) => outcome.kind !== 'accepted')
  if (failed.length === 0) return new Set()
  const given = bulkRows('given', failed, {
    message_id: ['uuid', (each) => each.messageId],
    id: ['uuid', (each) => each.attemptId],
  })
  const { rows } = await sql<{ message_id: string }>`
    select attempt.message_id from ${given}
    join message_attempts as attempt on attempt.workspace_id = ${tx.workspaceId}
      and attempt.message_id = given.message_id and attempt.id = given.id
    where attempt.ended_at is null and not exists (
      select from message_attempts as later
      where later.workspace_id = ${tx.workspaceId} and later.message_id = attempt.message_id
        and later.started_at > attempt.started_at
    )`.execute(tx.db)
  return new Set(rows.map((row) => row.message_id))
}

/** Writes the outcomes of attempts; `nextAt` holds the time of each message's next attempt. */
export async function endAttempts(
  tx: Scope,
  attempts: SendAttempt[],
  nextAt: Map<string, Date | null>,
): Promise<void> {
  const errorOf = ({ outcome }: SendAttempt) => ('error' in outcome ? outcome.error : undefined)
  const given = bulkRows('given', attempts, {
    message_id: ['uuid', (each) => each.messageId],
    id: ['uuid', (each) => each.attemptId],
    outcome: ['text', (each) => each.outcome.kind],
    error_code: ['text', (each) => errorOf(each)?.code ?? null],
    error_message: ['text', (each) => errorOf(each)?.message ?? null],
    platform_message_id: [
      'text',
      ({ outcome }) => (outcome.kind === 'accepted' ? outcome.platformMessageId : null),
    ],
    next_at: ['timestamptz', (each) => nextAt.get(each.messageId) ?? null],
  })
  await sql`
    update message_attempts
    set ended_at = ${tx.clock.now()}::timestamptz, outcome = given.outcome, error_code = given.error_code,
      error_message = given.error_message, platform_message_id = given.platform_message_id,
      next_at = given.next_at
    from ${given}
    where workspace_id = ${tx.workspaceId} and message_attempts.message_id = given.message_id
      and message_attempts.id = given.id and ended_at is null`.execute(tx.db)
}
