import { readFieldName } from './read-field-name.ts'
import type { FieldName } from './read-field-name.ts'

/**
 * Reads the names of all columns of a file or all fields of a form. A word that means a whole name or a part of it, such as
 * "nom", is the last name if another one is the first name in the same language, and the first name likewise.
 */
export function readFieldNames(names: string[]): (FieldName | undefined)[] {
  const read = names.map(readFieldName)
  const hasOther = (kind: 'first_name' | 'last_name', language?: string) =>
    read.some(
      (each) =>
        each?.kind === kind &&
        (language === undefined || each.senses.some((sense) => sense.language === language)),
    )
  return read.map((each) => {
    if (each?.kind !== 'name') return each
    const isPart = (part: 'first_name' | 'last_name', other: 'first_name' | 'last_name') =>
      !hasOther(part) &&
      each.senses.some(({ kind, language }) => kind === part && hasOther(other, language))
    if (isPart('last_name', 'first_name')) return { ...each, kind: 'last_name' }
    return isPart('first_name', 'last_name') ? { ...each, kind: 'first_name' } : each
  })
}
