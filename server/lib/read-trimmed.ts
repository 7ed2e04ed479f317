import { fieldError } from './errors.ts'

/** Returns the text of a field without white space at its ends. @throws {AppError} validation_failed when nothing is left */
export function readTrimmed(field: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw fieldError('validation_failed', field, 'must not be empty')
  return trimmed
}
