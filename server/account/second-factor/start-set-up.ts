import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { encryptAuthenticatorSecret } from './encrypt-authenticator-secret.ts'
import type { StartedSetUp } from './schema.ts'
import { toBase32, toOtpauthUri } from './totp.ts'

/** Source: RFC 4226 §4, R6: the recommended length of a shared secret, 160 bits. */
const SECRET_BYTES = 20

/**
 * Creates the secret of an authenticator app. The second factor is on once a code of the app was confirmed. Starting
 * again replaces a secret that was not confirmed.
 *
 * @throws {AppError} second_factor_on
 */
export async function startSetUp(
  context: Pick<Context, 'directory' | 'config' | 'clock'>,
  user: { id: string; email: string },
): Promise<StartedSetUp> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = encryptAuthenticatorSecret(context, user.id, secret)
  const now = context.clock.now()
  const { rows } = await sql`
    insert into authenticators (user_id, secret, created_at) values (${user.id}, ${sealed}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where authenticators.confirmed_at is null
    returning user_id`.execute(context.directory)
  if (rows.length === 0) throw alreadyOn()
  return { secret: toBase32(secret), uri: toOtpauthUri(user.email, secret) }
}

/** Creates the error for setting up a second factor that is already on. */
export function alreadyOn(): AppError {
  return new AppError('second_factor_on', 'The second factor is already on. Turn it off first.')
}
