import { guessMapping } from '#contacts/imports/guess-mapping.ts'

/** Returns the mapping that the names of columns suggest, in a file without values. */
export function guessNames(columns: string[]): Record<string, string> {
  return guessMapping({ columns, rows: [], country: 'IN', definitions: [] }).mapping
}
