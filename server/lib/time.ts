import { fieldError } from './errors.ts'

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The moment that an RFC 3339 text names.
 *
 * @throws {AppError} validation_failed for one that no calendar has, such as a leap second
 */
export function readTime(text: string, field: string): Date {
  const time = new Date(text)
  // In UTC it may fall before the year 0001 or after 9999, which RFC 3339 and our answers cannot say.
  if (!(time.getTime() >= FIRST_MS && time.getTime() <= LAST_MS))
    throw fieldError('validation_failed', field, 'must be an RFC 3339 timestamp')
  return time
}
