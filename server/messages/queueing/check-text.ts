import { fieldError } from '#lib/errors.ts'

/** Checks that a text has at most `charactersMax` characters (not bytes). @throws {AppError} validation_failed */
export function checkText(field: string, text: string, charactersMax: number): void {
  if (text.length > charactersMax && [...text].length > charactersMax)
    throw fieldError(
      'validation_failed',
      field,
      `must not be longer than ${charactersMax} characters`,
    )
}
