import type { WithConfig, WithDirectory } from '#db/context.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { relyingPartyOf } from './relying-party-of.ts'
import type { RequestOptions } from './schema.ts'
import { toDescriptor } from './to-descriptor.ts'

/**
 * Returns the options with which a browser asks for a passkey: one of the user's, or any of this site without `userId`.
 */
export async function startUsingPasskey(
  context: WithDirectory & WithConfig,
  challenge: string,
  userId?: string,
): Promise<RequestOptions> {
  const passkeys =
    userId === undefined
      ? []
      : await context.directory
          .selectFrom('passkeys')
          .select(['credential_id', 'transports'])
          .where('user_id', '=', userId)
          .execute()
  return {
    challenge,
    rpId: relyingPartyOf(context).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(toDescriptor),
  }
}
