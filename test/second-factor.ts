import assert from 'node:assert/strict'
import type { Context } from '#db/context.ts'
import { decryptAuthenticatorSecret } from '#account/second-factor/encrypt-authenticator-secret.ts'
import { stepOf, toCode } from '#account/second-factor/totp.ts'
import type { Call } from './app.ts'

/** Returns the code that a user's authenticator app shows, `ahead` steps from the context's time. */
export async function readAppCode(
  context: Pick<Context, 'directory' | 'config' | 'clock'>,
  userId: string,
  ahead = 0,
): Promise<string> {
  const row = await context.directory
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const secret = decryptAuthenticatorSecret(context, userId, row.secret)
  return toCode(secret, stepOf(context.clock.now()) + ahead)
}

/** Turns on the second factor of a signed-in user over HTTP, and returns the recovery codes. */
export async function turnOnSecondFactor(
  call: Call,
  context: Pick<Context, 'directory' | 'config' | 'clock'>,
  user: { headers: Record<string, string>; userId: string; password?: string },
): Promise<string[]> {
  const { headers, userId, password = 'correct horse battery' } = user
  const started = await call('POST /api/session/second-factor', {
    headers,
    body: { current_password: password },
  })
  assert.equal(started.status, 200, started.text)
  // The code of the step before, so that the current one can still be used to sign in.
  const code = await readAppCode(context, userId, -1)
  const confirmed = await call('POST /api/session/second-factor/confirm', {
    headers,
    body: { code },
  })
  assert.equal(confirmed.status, 200, confirmed.text)
  return confirmed.body.recovery_codes
}
