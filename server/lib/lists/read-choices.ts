import { AppError } from '../errors.ts'

/**
 * Parses a filter with comma-separated values and removes duplicates. Returns undefined for an absent filter.
 *
 * @throws {AppError} validation_failed for a value that is not in `choices`
 */
export function readChoices<T extends string>(
  filter: string | undefined,
  field: string,
  choices: readonly T[],
): T[] | undefined {
  const words = filter?.split(',').map((text) => {
    const word = choices.find((each) => each === text.trim())
    if (word !== undefined) return word
    const message = `must contain only ${choices.join(', ')}`
    throw new AppError('validation_failed', `${field} ${message}.`, {
      fields: [{ field, code: 'invalid_choice', message }],
    })
  })
  return words && [...new Set(words)]
}
