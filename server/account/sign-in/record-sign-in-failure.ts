import { recordFailure } from '../audit/record-failure.ts'
import type { Context } from '#context.ts'
import type { SignInFailure } from '#shared/audit-actions.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
import { callerData } from './browser-of.ts'
import type { Browser } from './browser-of.ts'

/**
 * Records a failed sign-in in the audit log of each of the account's workspaces, if the address has an account. It does
 * so after the response, so that the response's time does not reveal whether there is one.
 */
export function recordSignInFailure(
  context: Context,
  input: { email: string; reason: SignInFailure; browser: Browser },
): void {
  write(context, input).catch((err: unknown) =>
    context.log.error({ err }, 'failed to record a failed sign-in'),
  )
}

async function write(
  context: Context,
  { email, reason, browser }: Parameters<typeof recordSignInFailure>[1],
): Promise<void> {
  const user = await findUserByEmail(context, email)
  if (!user) return
  await recordFailure(context, user.id, {
    action: 'member.sign_in_failed',
    actor: 'system',
    data: { reason, ...callerData(browser) },
  })
}
