import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { SendAttempt } from './send-attempt.ts'

/**
 * Finds the messages whose state a failed attempt may change: those without a later attempt, whose outcome was not
 * recorded before. The lease may have been lost since, and a record whose response was lost is repeated.
 */
export async function findOpen(tx: Scope, attempts: SendAttempt[]): Promise<Set<string>> {
  const rows = await findOpenGiven(
    tx,
    attempts.filter(({ outcome }) => outcome.kind !== 'accepted'),
  )
  return new Set(rows.map((row) => row.message_id))
}

type OpenAttempt = { workspace_id: string; message_id: string }

const findOpenGiven = gathered<SendAttempt, OpenAttempt>((tx, attempts) => {
  const given = attempts.rows('given', {
    message_id: ['uuid', (each) => each.messageId],
    id: ['uuid', (each) => each.attemptId],
  })
  return prepared<OpenAttempt>`
    select attempt.workspace_id, attempt.message_id from ${given}
    join message_attempts as attempt on attempt.workspace_id = given.workspace_id
      and attempt.message_id = given.message_id and attempt.id = given.id
    where attempt.ended_at is null and not exists (
      select from message_attempts as later
      where later.workspace_id = given.workspace_id and later.message_id = attempt.message_id
        and later.started_at > attempt.started_at
    )`.execute(tx.db)
})

/** Writes the outcomes of attempts; `nextAt` holds the time of each message's next attempt. */
export async function endAttempts(
  tx: Scope,
  attempts: SendAttempt[],
  nextAt: Map<string, Date | null>,
): Promise<void> {
  await endGiven(
    tx,
    attempts.map((attempt) => ({ attempt, nextAt: nextAt.get(attempt.messageId) ?? null })),
  )
}

type EndedAttempt = { attempt: SendAttempt; nextAt: Date | null }

const endGiven = gathered<EndedAttempt, never>((tx, ended) => {
  const errorOf = ({ attempt: { outcome } }: EndedAttempt) =>
    'error' in outcome ? outcome.error : undefined
  const given = ended.rows('given', {
    message_id: ['uuid', ({ attempt }) => attempt.messageId],
    id: ['uuid', ({ attempt }) => attempt.attemptId],
    outcome: ['text', ({ attempt }) => attempt.outcome.kind],
    error_code: ['text', (each) => errorOf(each)?.code ?? null],
    error_message: ['text', (each) => errorOf(each)?.message ?? null],
    platform_message_id: [
      'text',
      ({ attempt: { outcome } }) =>
        outcome.kind === 'accepted' ? outcome.platformMessageId : null,
    ],
    next_at: ['timestamptz', (each) => each.nextAt],
  })
  return prepared<never>`
    update message_attempts
    set ended_at = ${tx.clock.now()}::timestamptz, outcome = given.outcome, error_code = given.error_code,
      error_message = given.error_message, platform_message_id = given.platform_message_id,
      next_at = given.next_at
    from ${given}
    where message_attempts.workspace_id = given.workspace_id and message_attempts.message_id = given.message_id
      and message_attempts.id = given.id and ended_at is null`.later(tx.db)
})
