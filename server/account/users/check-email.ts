import { invalidField } from '#lib/errors.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

/** Returns `email` in its stored form. @throws {AppError} validation_failed */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (
    email.length <= USER_CHARACTERS_MAX.email &&
    /^[^\s@<>"',;:()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
  )
    return email
  throw invalidField('email', 'must be an email address')
}
