import { cleanText } from './clean-text.ts'
import { fieldError } from './errors.ts'

/** Returns the text of a field, read by `cleanText`. @throws {AppError} validation_failed when a person would see nothing */
export function readTrimmed(field: string, text: string): string {
  const trimmed = cleanText(text)
  if (trimmed === '') throw fieldError('validation_failed', field, 'must not be empty')
  return trimmed
}
