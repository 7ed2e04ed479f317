import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullable } from '#lib/schemas.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

const NewPassword = Type.String({
  minLength: PASSWORD_CHARACTERS.min,
  maxLength: PASSWORD_CHARACTERS.max,
})

/** The body of POST /api/auth/request-password-reset. */
export const RequestResetBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: USER_CHARACTERS_MAX.email }) },
  { additionalProperties: false },
)

/** The body of POST /api/auth/reset-password. */
export const ResetPasswordBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The token from the link in the mail. Valid once, for one hour.',
    }),
    password: NewPassword,
  },
  { additionalProperties: false },
)

/** The body of POST /api/session/password. */
export const ChangePasswordBody = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS.max }),
    new_password: NewPassword,
  },
  { additionalProperties: false },
)

/** The body of PATCH /api/session/profile. */
export const UpdateProfileBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: USER_CHARACTERS_MAX.name })),
    locale: Type.Optional(
      nullable(
        Type.String({
          pattern: '^[a-z]{2}(-[A-Z]{2})?$',
          'x-message': 'must be a language code, such as hi or en-GB',
          description:
            "The language of the web app, such as `hi`. Null uses the browser's language.",
        }),
      ),
    ),
  },
  { additionalProperties: false },
)

/** The body of PATCH /api/session/profile. */
export type UpdateProfileBody = Static<typeof UpdateProfileBody>
