import { invalidField } from '#lib/errors.ts'

/** Values of the placeholders of a text; undefined: there is none. */
type Values = Readonly<Record<string, string | undefined>>

/**
 * Returns a text with its placeholders, such as {name}, replaced by `values`. A placeholder that is not among them stays.
 *
 * @throws {AppError} validation_failed for a placeholder without a value
 */
export function fillCannedReply(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, key: string) => {
    if (!Object.hasOwn(values, key)) return place
    const value = values[key]
    if (!value) throw invalidField('text', `has ${place}, for which there is no value`)
    return value
  })
}

/** Returns the values of {name} and {first_name}. */
export function nameValues(name: string | null): Values {
  const words = name?.trim().split(/\s+/) ?? []
  return { name: words.join(' '), first_name: words[0] }
}
