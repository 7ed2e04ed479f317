import { AppError } from '#lib/errors.ts'

/** Creates the error for a passkey that is not accepted. It does not reveal whether the passkey exists. */
export function invalidPasskey(): AppError {
  return new AppError(
    'invalid_passkey',
    'This passkey is not accepted. It may have been removed. Use another one, or your password.',
  )
}
