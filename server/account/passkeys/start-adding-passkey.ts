import type { WithConfig, WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { PASSKEYS_MAX } from '#shared/passkeys.ts'
import { CHALLENGE_MS } from './challenges.ts'
import type { Challenges } from './challenges.ts'
import { checkPasskeyUsed } from './check-passkey-used.ts'
import { ALGORITHMS } from './load-web-authn.ts'
import { relyingPartyOf, toUserHandle } from './relying-party-of.ts'
import type { CreationOptions } from './schema.ts'
import { toDescriptor } from './to-descriptor.ts'

/**
 * Returns the options with which a browser creates a passkey for the user of a session.
 *
 * @throws {AppError} second_factor_required, too_many_passkeys
 */
export async function startAddingPasskey(
  context: WithDirectory & WithConfig,
  challenges: Challenges,
  session: { id: string; userId: string },
): Promise<CreationOptions> {
  await checkPasskeyUsed(context, session)
  const [user, passkeys] = await Promise.all([
    context.directory
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', session.userId)
      .executeTakeFirstOrThrow(),
    context.directory
      .selectFrom('passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', session.userId)
      .execute(),
  ])
  checkCount(passkeys.length)
  return {
    challenge: challenges.create({ purpose: 'add', holder: session.id }),
    rp: { id: relyingPartyOf(context).id, name: 'Parley' },
    user: {
      id: toUserHandle(session.userId).toString('base64url'),
      name: user.email,
      displayName: user.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Checks that a user with this many passkeys can add one. @throws {AppError} too_many_passkeys */
export function checkCount(count: number): void {
  if (count < PASSKEYS_MAX) return
  throw new AppError(
    'too_many_passkeys',
    `You have ${PASSKEYS_MAX} passkeys. Remove one before you add another.`,
  )
}
