import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, nullable, Time, titled } from '#lib/schemas.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'

const CODE_CHARACTERS_MAX = 64
const AppCode = Type.String({
  minLength: 6,
  maxLength: CODE_CHARACTERS_MAX,
  description: 'The six digits that the app shows now. Valid once.',
})

/** A user's second factor, as the API returns it. */
export const SecondFactor = titled('SecondFactor', {
  is_on: Type.Boolean({ description: 'Whether signing in requires a code.' }),
  turned_on_at: nullable(Time),
  recovery_codes_left: Type.Integer({
    description: 'The recovery codes that have not been used.',
  }),
})

/** A user's second factor, as the API returns it. */
export type SecondFactor = Static<typeof SecondFactor>

/** The secret of an authenticator app, before it is confirmed. */
export const StartedSetUp = Type.Object({
  secret: Type.String({ description: 'The secret in base32, to type into an authenticator app.' }),
  uri: Type.String({
    description: 'The otpauth:// address with the same secret, to show as a QR code.',
  }),
})

/** The secret of an authenticator app, before it is confirmed. */
export type StartedSetUp = Static<typeof StartedSetUp>

/** The body of requests that change a second factor: the current password. */
export const PasswordBody = closedObject({
  current_password: Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS.max }),
})

/** The body of POST /api/session/second-factor/confirm. */
export const ConfirmBody = closedObject({ code: AppCode })

/** Recovery codes, which are shown once. */
export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Ten codes that each sign in once without the app. They are not shown again.',
  }),
})

/** The body of POST /api/auth/sign-in/second-factor. */
export const SecondStepBody = closedObject({
  code: Type.String({
    minLength: 6,
    maxLength: CODE_CHARACTERS_MAX,
    description: 'The six digits that the app shows now, or a recovery code.',
  }),
})
