import { AppError } from '#lib/errors.ts'

/** Creates the error of a failed sign-in, which does not reveal whether the account exists. */
export function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'No user has this email address and password.')
}
