import { mailUser } from '../mail/mail-user.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'

/** The owner gets a mail at the tenth failed attempt within an hour, and at most one mail per day. */
const FAILURES = { ratePerSecond: 9 / 3600, burst: 9 }
const MAIL_EVERY_MS = 86_400_000

/**
 * Creates a function that counts a failed sign-in on an account, and warns its owner by mail when there are many. The
 * mail is queued after the response, so that its timing does not reveal whether the address has an account.
 */
export function createFailureCount(context: Context): (email: string) => void {
  const take = createAttemptCounts(context, 'failed sign-in')
  return (address) => {
    const email = address.trim().toLowerCase()
    const count = async () => {
      if (!(await take(email, FAILURES)).allowed) await warnOwner(context, email)
    }
    count().catch((err: unknown) => context.log.error({ err }, 'failed to count a failed sign-in'))
  }
}

async function warnOwner(context: Context, email: string): Promise<void> {
  const now = context.clock.now()
  await directoryTransaction(context, async (tx) => {
    const user = await tx.directory
      .updateTable('users')
      .set({ sign_in_warned_at: now })
      .where('email', '=', email)
      .where((eb) =>
        eb.or([
          eb('sign_in_warned_at', 'is', null),
          eb('sign_in_warned_at', '<=', new Date(now.getTime() - MAIL_EVERY_MS)),
        ]),
      )
      .returning(['email', 'locale'])
      .executeTakeFirst()
    if (user) await mailUser(tx, user, (texts) => texts.failedSignIns())
  })
}
