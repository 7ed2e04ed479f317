import type { Static } from 'typebox'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { hashPassword, isOutdated } from '../users/hash-password.ts'
import type { SignInBody } from '../users/schema.ts'
import { browserOf } from './browser-of.ts'
import type { Caller } from './caller.ts'
import { invalidCredentials } from '../sessions/invalid-credentials.ts'
import { checkCredentials } from './check-credentials.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { toSignInAnswer } from './sign-in-answer.ts'
import type { FirstStepAnswer } from './sign-in-answer.ts'
import type { SignInTools } from './sign-in-tools.ts'

/** An email address with its password. */
export type Credentials = Static<typeof SignInBody>

/**
 * Signs in with a password: creates the session, or starts the second step of a user with a second factor. Counts the
 * attempt, and records a failed one.
 *
 * @throws {AppError} rate_limited, invalid_credentials
 */
export async function signIn(
  context: Context,
  tools: SignInTools,
  caller: Caller,
  { email, password }: Credentials,
): Promise<FirstStepAnswer> {
  const account = email.trim().toLowerCase()
  const { ip: address, headers } = caller
  const device = tools.devices.find(headers, email)
  await tools.limitPassword({ email: account, address, device })

  const attempt = async () => {
    const { user, passwordHash } = await checkCredentials(context, { email, password }).catch(
      (err: unknown) => {
        const isWrong = err instanceof AppError && err.code === 'invalid_credentials'
        if (isWrong && device === undefined) tools.countFailure(email)
        if (isWrong) tools.recordFailed(caller, account, 'password')
        throw err
      },
    )
    const next = await continueSignIn(context, {
      userId: user.id,
      method: 'password',
      browser: browserOf(caller),
      replacedToken: tools.cookie.read(headers),
      passwordHash,
    }).catch((err: unknown) => {
      if (err instanceof AppError) tools.recordFailed(caller, account, 'disabled')
      throw err
    })
    return next && { user, next }
  }

  // A change of the password, or only of its hash, during the attempt requires another comparison.
  const passed = (await attempt()) ?? (await attempt())
  if (!passed) throw invalidCredentials()
  upgradePasswordHash(context, account, password).catch((err: unknown) =>
    context.log.error({ err }, 'failed to upgrade a password hash'),
  )
  return toSignInAnswer(tools, caller, passed.user, passed.next)
}

/** Stores a new hash of a password that was just verified, if its hash has a former format or cost. */
async function upgradePasswordHash(
  context: Pick<Context, 'config' | 'directory' | 'clock'>,
  email: string,
  password: string,
): Promise<void> {
  const account = await context.directory
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.id', 'accounts.password'])
    .where('users.email', '=', email)
    .where('accounts.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !isOutdated(context, account.password)) return
  const hash = await hashPassword(context, password)
  // The condition on the old hash keeps a password that was changed in the meantime.
  await context.directory
    .updateTable('accounts')
    .set({ password: hash, updated_at: context.clock.now() })
    .where('id', '=', account.id)
    .where('password', '=', account.password)
    .execute()
}
