import type { Context, WithDirectory } from '#db/context.ts'
import { invalidPasskey } from './invalid-passkey.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { relyingPartyOf, toUserHandle } from './relying-party-of.ts'
import type { UsedCredential } from './schema.ts'

/** A stored passkey and its user. */
type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** A passkey that signed a challenge, with the counter of the signature. */
export type VerifiedPasskey = { id: string; userId: string; counter: number; challenge: string }

/** Returns the passkey with a credential id, and its user; undefined if there is none. */
export async function findPasskey(context: WithDirectory, credentialId: string) {
  return context.directory
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'is_device_bound'])
    .select(['users.name', 'users.email'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
}

/**
 * Verifies a passkey's signature of a challenge: that it was made on one of our pages, after the user unlocked the device.
 * The challenge itself must be checked before, and `usePasskey` must follow.
 *
 * @throws {AppError} invalid_passkey
 */
export async function verifyPasskey(
  context: Pick<Context, 'config' | 'log'>,
  passkey: StoredPasskey,
  input: { credential: UsedCredential; challenge: string },
): Promise<VerifiedPasskey> {
  const { credential, challenge } = input
  const { userHandle, ...response } = credential.response
  const isOwn = userHandle === toUserHandle(passkey.user_id).toString('base64url')
  if (userHandle !== undefined && !isOwn) throw invalidPasskey()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id, origin } = relyingPartyOf(context)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.public_key),
      // `usePasskey` compares the counters, in one statement with storing the new one.
      counter: 0,
    },
  }).catch((err: unknown) => {
    context.log.debug({ err }, 'a passkey was refused')
    throw invalidPasskey()
  })
  const isDeviceBound = authenticationInfo.credentialDeviceType === 'singleDevice'
  if (!verified || isDeviceBound !== passkey.is_device_bound) throw invalidPasskey()
  const { newCounter: counter } = authenticationInfo
  return { id: passkey.id, userId: passkey.user_id, counter, challenge }
}
