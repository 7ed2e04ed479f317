import { invalidField } from '#lib/errors.ts'

/** Refuses an OAuth client beside a custom header that would be its token. @throws {AppError} validation_failed */
export function checkAuthorization(headerNames: readonly string[], oauth: object | null): void {
  if (oauth && headerNames.some((name) => name.toLowerCase() === 'authorization'))
    throw invalidField('oauth', 'must not be used with a custom header Authorization')
}
