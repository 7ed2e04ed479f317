import type { Context } from '#db/context.ts'
import type { DueMail } from './find-due-mails.ts'
import type { MailOutcome } from './classify-failure.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The delays before each retry, in ms: twelve attempts in about two days. */
const PAUSES_MS = [
  10_000,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
]

/** The number of attempts per mail. */
export const MAIL_ATTEMPTS_MAX = PAUSES_MS.length + 1

/**
 * Records the outcome of an attempt: the mail is sent, waits for a retry, or has failed for good. The text of a
 * finished mail is deleted, because it can contain a link that opens an account. A failure that was recorded before, or
 * that another attempt followed, changes nothing.
 */
export async function recordMailOutcome(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  mail: DueMail,
  outcome: MailOutcome,
): Promise<void> {
  const now = context.clock.now()
  const attempts = mail.attempts + 1
  const pause = outcome.kind === 'refused' ? undefined : PAUSES_MS[attempts - 1]
  const update = context.db
    .updateTable('mails')
    .set({ attempts, error: outcome.kind === 'sent' ? null : outcome.error })
    .where('workspace_id', '=', mail.workspace_id)
    .where('id', '=', mail.id)
    .where('status', '=', 'pending')
  if (outcome.kind === 'sent') {
    await update
      .set({ status: 'sent', sent_at: now, body: Buffer.alloc(0), attachment: null })
      .execute()
    return
  }
  const failing = update.where('attempts', '=', mail.attempts)
  if (pause !== undefined) {
    const spread = Math.round(pause * (0.8 + 0.4 * Math.random()))
    await failing.set({ due_at: new Date(now.getTime() + spread) }).execute()
    return
  }
  await failing.set({ status: 'failed', body: Buffer.alloc(0), attachment: null }).execute()
  const { workspace_id, id, recipient } = mail
  context.log.warn(
    { workspace_id, mail_id: id, recipient, attempts, error: outcome.error },
    'a mail failed for good',
  )
}
