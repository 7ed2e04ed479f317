import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import type { SignInFailure } from '#shared/audit-actions.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { invalidPasskey } from '../passkeys/invalid-passkey.ts'
import { readChallenge } from '../passkeys/read-challenge.ts'
import type { UsedCredential } from '../passkeys/schema.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'
import { browserOf } from './browser-of.ts'
import type { Caller } from './caller.ts'
import { createSession } from './create-session.ts'
import { findCountedPasskey } from './find-counted-passkey.ts'
import type { SignInAnswer } from './sign-in-answer.ts'
import type { SignInTools } from './sign-in-tools.ts'

/**
 * Signs in with a passkey, which needs no second factor. Counts the attempt, and records a failed one.
 *
 * @throws {AppError} challenge_expired, rate_limited, invalid_passkey
 */
export async function signInWithPasskey(
  context: Context,
  tools: SignInTools,
  caller: Caller,
  credential: UsedCredential,
): Promise<SignInAnswer> {
  const { headers } = caller
  const challenge = readChallenge(credential.response.clientDataJSON)
  const holder = tools.passkeyCookie.read(headers) ?? ''
  tools.challenges.check(challenge, { purpose: 'sign-in', holder })
  const found = await findCountedPasskey(context, tools, caller, credential)
  // Without the allowed passkeys in the request, the passkey itself must name its user.
  if (!found || credential.response.userHandle === undefined) throw invalidPasskey()
  const { name, email } = found
  const refuse = (reason: SignInFailure): AppError => {
    tools.recordFailed(caller, email, reason)
    return invalidPasskey()
  }
  const passkey = await verifyPasskey(context, found, { credential, challenge }).catch(
    (err: unknown) => {
      throw isCode(err, 'invalid_passkey') ? refuse('passkey') : err
    },
  )
  const session = await directoryTransaction(context, async (tx) => {
    if (!(await usePasskey(tx, passkey))) return undefined
    return createSession(tx, {
      userId: passkey.userId,
      method: 'passkey',
      browser: browserOf(caller),
      replacedToken: tools.cookie.read(headers),
      passkeyId: passkey.id,
    })
  }).catch((err: unknown) => {
    throw isCode(err, 'invalid_credentials') ? refuse('disabled') : err
  })
  if (!session) throw refuse('passkey')
  return {
    cookies: tools.toCookies(headers, session, email),
    body: { user: { id: passkey.userId, name, email } },
  }
}

function isCode(err: unknown, code: ErrorCode): boolean {
  return err instanceof AppError && err.code === code
}
