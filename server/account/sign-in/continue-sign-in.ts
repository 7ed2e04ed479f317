import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { hasSecondFactor } from '../second-factor/has-second-factor.ts'
import { startSecondStep } from '../second-factor/start-second-step.ts'
import { lockEnabledUser } from '../sessions/lock-enabled-user.ts'
import { createSession } from './create-session.ts'
import type { CreatedSession, NewSession } from './create-session.ts'
import { readPasswordHash } from '../users/check-password.ts'

/** `passwordHash` is the hash that was compared, `workspaceId` the workspace of the session after a second step. */
type FirstStep = NewSession & { passwordHash?: string; workspaceId?: string }

/** The result of the first step of a sign-in: a session, or the token of a second step. */
type Continued = { session: CreatedSession } | { secondStep: string }

/**
 * Continues a sign-in whose first step was passed: creates the session, or starts the second step of a user with a second
 * factor. Returns undefined if the password was changed since it was compared.
 *
 * A change of the password, and turning on the second factor, end all sessions and started sign-ins. The lock makes them
 * wait, or this function see what they changed, so that no sign-in slips past them.
 *
 * @throws {AppError} invalid_credentials if the user is disabled
 */
export async function continueSignIn(
  context: Context,
  { passwordHash, workspaceId, ...input }: FirstStep,
): Promise<Continued | undefined> {
  const { userId } = input
  return directoryTransaction(context, async (tx) => {
    await lockEnabledUser(tx, userId)
    if (passwordHash !== undefined && (await readPasswordHash(tx, userId)) !== passwordHash)
      return undefined
    if (!(await hasSecondFactor(tx, userId))) return { session: await createSession(tx, input) }
    const { token } = await startSecondStep(tx, {
      userId,
      ...(workspaceId !== undefined && { workspaceId }),
    })
    return { secondStep: token }
  })
}
