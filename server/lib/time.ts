import { fieldError } from './errors.ts'

/**
 * The moment that an RFC 3339 text names.
 *
 * @throws {AppError} validation_failed for one that no calendar has, such as a leap second
 */
export function readTime(text: string, field: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw fieldError('validation_failed', field, 'must be an RFC 3339 time')
  return time
}
