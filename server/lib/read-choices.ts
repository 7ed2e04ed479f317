import { AppError } from './errors.ts'

/**
 * The words that a filter names, with commas between, each once; undefined for a filter that is absent.
 *
 * @throws {AppError} validation_failed for a word that is not among `choices`
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
