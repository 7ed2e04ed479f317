import { fieldError } from './errors.ts'

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses an RFC 3339 timestamp.
 *
 * @throws {AppError} validation_failed for a time that does not exist in the calendar, such as a leap second
 */
export function readTime(text: string, field: string): Date {
  const time = new Date(text)
  // In UTC, the time can be before the year 0001 or after 9999, which RFC 3339 cannot represent.
  if (!(time.getTime() >= FIRST_MS && time.getTime() <= LAST_MS))
    throw fieldError('validation_failed', field, 'must be an RFC 3339 timestamp')
  return time
}
