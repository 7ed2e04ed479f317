import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Try } from './deliver-message-outcome.ts'

/** How often each of the messages, whose try ended without an answer now, was left without one before. */
export async function countUncertain(tx: Scope, tries: Try[]): Promise<Map<string, number>> {
  const open = tries.filter(({ outcome }) => outcome.kind === 'ambiguous')
  if (open.length === 0) return new Map()
  const { rows } = await sql<{ message_id: string; count: number }>`
    select message_id, count(*) as count from message_attempts
    where workspace_id = ${tx.workspaceId}
      and message_id = any (${open.map((each) => each.messageId)}::uuid[])
      and outcome = 'ambiguous'
    group by message_id`.execute(tx.db)
  return new Map(rows.map((row) => [row.message_id, Number(row.count)]))
}

/** Writes what came of tries, and when the next one of each message is due: `nextAt` by message. */
export async function endAttempts(
  tx: Scope,
  tries: Try[],
  nextAt: Map<string, Date | null>,
): Promise<void> {
  const errorOf = ({ outcome }: Try) => ('error' in outcome ? outcome.error : undefined)
  const given = bulkRows('given', tries, {
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
      and message_attempts.id = given.id`.execute(tx.db)
}
