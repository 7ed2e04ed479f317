import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { countSecondStep, useSecondStep } from '../second-factor/use-second-step.ts'
import { isAppCode } from '../second-factor/use-code.ts'
import { browserOf } from './browser-of.ts'
import type { Caller } from './caller.ts'
import { createSession } from './create-session.ts'
import type { SignInAnswer } from './sign-in-answer.ts'
import type { SignInTools } from './sign-in-tools.ts'
import { switchWorkspace } from './switch-workspace.ts'

/**
 * Ends a sign-in that waits for its second step, by a code of the authenticator app or a recovery code, and creates the
 * session. Counts the attempt, and records a failed one.
 *
 * @throws {AppError} second_step_expired, rate_limited, invalid_second_factor, invalid_credentials
 */
export async function passSecondStep(
  context: Context,
  tools: SignInTools,
  caller: Caller,
  code: string,
): Promise<SignInAnswer> {
  const { ip: address, headers } = caller
  const token = tools.stepCookie.read(headers) ?? ''
  const { user, workspaceId, factorSince } = await countSecondStep(context, token)
  const device = tools.devices.find(headers, user.email, factorSince)
  await tools.limitCode({ userId: user.id, address, device, isAppCode: isAppCode(code) })
  const session = await directoryTransaction(context, async (tx) => {
    const method = await useSecondStep(tx, { token, userId: user.id, code })
    const created = await createSession(tx, {
      userId: user.id,
      method,
      browser: browserOf(caller),
      replacedToken: tools.cookie.read(headers),
    })
    if (workspaceId !== null) await switchWorkspace(tx, created.id, workspaceId)
    return created
  }).catch((err: unknown) => {
    if (err instanceof AppError && err.code === 'invalid_second_factor') {
      tools.countFailure(user.email)
      tools.recordFailed(caller, user.email, 'second_factor')
    }
    throw err
  })
  return { cookies: tools.toCookies(headers, session, user.email, factorSince), body: { user } }
}
