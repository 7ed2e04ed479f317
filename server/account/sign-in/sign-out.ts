import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { endSession } from '../sessions/end-session.ts'
import { callerData } from './browser-of.ts'
import type { Browser } from './browser-of.ts'

/** Ends the session with this token, if there is one, and records it in the audit log of the user's workspaces. */
export async function signOut(context: Context, token: string, browser: Browser): Promise<void> {
  await directoryTransaction(context, async (tx) => {
    const userId = await endSession(tx, token)
    if (userId === undefined) return
    await recordUserAudit(tx, userId, {
      action: 'member.signed_out',
      actor: 'user',
      data: callerData(browser),
    })
  })
}
