import { cleanName } from '#lib/clean-name.ts'
import type { Context } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { lockSessionUser } from '../sessions/lock-session-user.ts'
import { useChallenge } from './challenges.ts'
import type { Challenges } from './challenges.ts'
import { checkPasskeyUsed } from './check-passkey-used.ts'
import { invalidPasskey } from './invalid-passkey.ts'
import { ALGORITHMS, loadWebAuthn } from './load-web-authn.ts'
import { readChallenge } from './read-challenge.ts'
import { relyingPartyOf } from './relying-party-of.ts'
import { toPasskey } from './schema.ts'
import type { AddPasskeyBody, CreatedCredential, Passkey } from './schema.ts'
import { checkCount } from './start-adding-passkey.ts'

/**
 * Adds the passkey that a browser created to the user of a session, notifies the user and records it. From then on the
 * session counts as proved with the passkey.
 *
 * @throws {AppError} challenge_expired, invalid_passkey, second_factor_required, passkey_taken, too_many_passkeys,
 * validation_failed (name), unauthenticated (the session has ended)
 */
export async function addPasskey(
  context: Context,
  challenges: Challenges,
  input: AddPasskeyBody & { session: { id: string; userId: string } },
): Promise<Passkey> {
  const { session, credential } = input
  const name = checkPasskeyName(input.name)
  const challenge = readChallenge(credential.response.clientDataJSON)
  challenges.check(challenge, { purpose: 'add', holder: session.id })
  const created = await verifyCreated(context, credential, challenge)
  return directoryTransaction(context, async (tx) => {
    // The lock makes additions wait for each other, so that the limit holds.
    await lockSessionUser(tx, session)
    await useChallenge(tx, challenge)
    await checkPasskeyUsed(tx, session)
    const own = tx.directory.selectFrom('passkeys').where('user_id', '=', session.userId)
    checkCount(await countRows(own))
    const row = await tx.directory
      .insertInto('passkeys')
      .values({
        ...created,
        id: newId(),
        user_id: session.userId,
        name,
        created_at: tx.clock.now(),
        last_used_at: null,
        copy_reported_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('passkey_taken', 'This passkey is already registered.')
    await tx.directory
      .updateTable('sessions')
      .set({ passkey_id: row.id })
      .where('id', '=', session.id)
      .execute()
    await recordAccountChange(tx, session.userId, 'member.passkey_added', name)
    return toPasskey(row)
  })
}

/** Returns a name for a passkey without surrounding spaces. @throws {AppError} validation_failed (name) */
export function checkPasskeyName(text: string): string {
  const name = cleanName(text)
  if (name === null) throw invalidField('name', 'must not be empty')
  return name
}

async function verifyCreated(
  context: Pick<Context, 'config' | 'log'>,
  credential: CreatedCredential,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id, origin } = relyingPartyOf(context)
  const { response } = credential
  const { registrationInfo } = await (async () =>
    verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: await withoutStatement(response.attestationObject),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }))().catch((err: unknown) => {
    context.log.debug({ err }, 'a new passkey was refused')
    throw invalidPasskey()
  })
  // The id that is signed, not the one that the browser reports beside it.
  if (!registrationInfo || registrationInfo.credential.id !== credential.id) throw invalidPasskey()
  return {
    credential_id: Buffer.from(registrationInfo.credential.id, 'base64url'),
    public_key: Buffer.from(registrationInfo.credential.publicKey),
    counter: registrationInfo.credential.counter,
    is_device_bound: registrationInfo.credentialDeviceType === 'singleDevice',
    transports: response.transports ?? [],
  }
}

/**
 * Removes what an authenticator states about its maker, which nothing here relies on. To verify the certificates in it,
 * the library would send requests to addresses that they name.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } =
    await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', decoded.get('authData')],
      ]),
    ),
  )
}
