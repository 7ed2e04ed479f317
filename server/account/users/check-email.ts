import { readEmail } from '#lib/read-email.ts'
import { invalidField } from '#lib/errors.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

/** Returns `email` in its stored form. @throws {AppError} validation_failed */
export function checkEmail(text: string): string {
  const email = readEmail(text)?.toLowerCase()
  // Mails must reach it: a mail server would not find a host without a domain.
  if (email && email.length <= USER_CHARACTERS_MAX.email && /@[^[]*\./.test(email)) return email
  throw invalidField('email', 'must be an email address')
}
