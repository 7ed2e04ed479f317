import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Passkeys } from '#db/tables/passkeys.ts'
import { closedObject, Id, nullable, Time, titled, pickFields } from '#lib/schemas.ts'
import { PASSKEY_NAME_CHARACTERS_MAX } from '#shared/passkeys.ts'

/** Source: WebAuthn Level 3 §4: credential ids have at most 1,023 bytes. */
const CREDENTIAL_ID_CHARACTERS_MAX = 1364
const BYTES_CHARACTERS_MAX = 12_000
const TRANSPORTS_MAX = 8

const Bytes = (maxLength = BYTES_CHARACTERS_MAX) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    'x-message': 'must be base64url',
  })
const CredentialId = Bytes(CREDENTIAL_ID_CHARACTERS_MAX)
const Name = Type.String({
  minLength: 1,
  maxLength: PASSKEY_NAME_CHARACTERS_MAX,
  description: 'The name under which the user recognizes it, such as the name of the device.',
})
const Descriptors = Type.Array(
  Type.Object({
    type: Type.Literal('public-key'),
    id: Type.String(),
    transports: Type.Array(Type.String()),
  }),
)

/** A user's passkey, as the API returns it. */
export const Passkey = titled('Passkey', {
  id: Id,
  name: Type.String(),
  is_device_bound: Type.Boolean({
    description: 'Whether it cannot leave its device. Others are synced by a password manager.',
  }),
  credential_id: Type.String({ description: 'The WebAuthn credential id in base64url.' }),
  created_at: Time,
  last_used_at: nullable(Time),
})

/** A user's passkey, as the API returns it. */
export type Passkey = Static<typeof Passkey>

/** Converts a row to the API's form. */
export function toPasskey(row: Selectable<Passkeys>): Passkey {
  return pickFields(Passkey, { ...row, credential_id: row.credential_id.toString('base64url') })
}

/** The options for `navigator.credentials.create()`, with bytes in base64url. */
export const CreationOptions = Type.Object({
  challenge: Type.String({ description: 'Valid for five minutes, once.' }),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(
    Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() }),
  ),
  timeout: Type.Integer(),
  excludeCredentials: Descriptors,
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})

/** The options for `navigator.credentials.create()`, with bytes in base64url. */
export type CreationOptions = Static<typeof CreationOptions>

/** The options for `navigator.credentials.get()`, with bytes in base64url. */
export const RequestOptions = Type.Object({
  challenge: Type.String({ description: 'Valid for five minutes, once.' }),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  allowCredentials: Descriptors,
})

/** The options for `navigator.credentials.get()`, with bytes in base64url. */
export type RequestOptions = Static<typeof RequestOptions>

/** A passkey that a browser created. */
const CreatedCredential = closedObject({
  id: CredentialId,
  response: closedObject({
    clientDataJSON: Bytes(),
    attestationObject: Bytes(),
    transports: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), { maxItems: TRANSPORTS_MAX }),
    ),
  }),
})

/** A passkey that a browser created. */
export type CreatedCredential = Static<typeof CreatedCredential>

/** The body of POST /api/session/passkeys. */
export const AddPasskeyBody = closedObject({ name: Name, credential: CreatedCredential })

/** The body of POST /api/session/passkeys. */
export type AddPasskeyBody = Static<typeof AddPasskeyBody>

/** The body of PATCH /api/session/passkeys/{id}. */
export const RenamePasskeyBody = closedObject({ name: Name })

/** The signature of a passkey, as the browser returns it, with bytes in base64url. */
export const UsedCredential = closedObject({
  id: CredentialId,
  response: closedObject({
    clientDataJSON: Bytes(),
    authenticatorData: Bytes(),
    signature: Bytes(),
    userHandle: Type.Optional(Bytes(128)),
  }),
})

/** The signature of a passkey, as the browser returns it. */
export type UsedCredential = Static<typeof UsedCredential>
