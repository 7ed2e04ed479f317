import { invalidField } from '#lib/errors.ts'
import { isLonger } from '#lib/is-longer.ts'

/** Checks that a text has at most `charactersMax` characters (not bytes). @throws {AppError} validation_failed */
export function checkText(field: string, text: string, charactersMax: number): void {
  if (isLonger(text, charactersMax))
    throw invalidField(field, `must not be longer than ${charactersMax} characters`)
}
