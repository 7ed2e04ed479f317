import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, nullable } from '#lib/schemas.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

const NewPassword = Type.String({
  minLength: PASSWORD_CHARACTERS.min,
  maxLength: PASSWORD_CHARACTERS.max,
})

/** The body of POST /api/auth/request-password-reset. */
export const RequestResetBody = closedObject({
  email: Type.String({ minLength: 1, maxLength: USER_CHARACTERS_MAX.email }),
})

/** The body of POST /api/auth/reset-password. */
export const ResetPasswordBody = closedObject({
  token: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The token from the link in the mail. Valid once, for one hour.',
  }),
  password: NewPassword,
})

/** The body of POST /api/session/password. */
export const ChangePasswordBody = closedObject({
  current_password: Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS.max }),
  new_password: NewPassword,
})

/** The body of PATCH /api/session/profile. */
export const UpdateProfileBody = closedObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: USER_CHARACTERS_MAX.name })),
  locale: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[a-z]{2}(-[A-Z]{2})?$',
        'x-message': 'must be a language code, such as hi or en-GB',
        description: "The language of the web app, such as `hi`. Null uses the browser's language.",
      }),
    ),
  ),
})

/** The body of PATCH /api/session/profile. */
export type UpdateProfileBody = Static<typeof UpdateProfileBody>
