import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { likePattern } from './like-pattern.ts'
import type { Term } from './read-terms.ts'

type Column = RawBuilder<unknown>
type Terms = { terms: readonly Term[] }

/** Builds the condition that `column` contains all terms, without regard to case and accents. No index serves it. */
export function containsAll(column: Column, { terms }: Terms): RawBuilder<boolean> {
  return and(terms.map(({ folded }) => sql`search_fold(${column}) like ${likePattern(folded)}`))
}

/**
 * Builds the condition that `column` contains all terms as they are, ignoring the case of ASCII; undefined if the
 * trigram index of the column cannot find one of them.
 */
export function containsPlain(column: Column, { terms }: Terms): RawBuilder<boolean> | undefined {
  // A term of other scripts is in texts that `hasGrams` finds.
  if (!terms.every(isPlain) || !terms.some(({ isAscii }) => isAscii)) return undefined
  return and(terms.map(({ folded }) => sql`${column} ilike ${likePattern(folded)}`))
}

/**
 * Builds the condition that `column` contains all terms, for an index on `search_grams` of it; undefined if the index
 * can find none of them.
 */
export function containsGrams(column: Column, text: Terms): RawBuilder<boolean> | undefined {
  const grams = [...new Set(text.terms.flatMap((term) => term.grams))]
  if (grams.length === 0) return undefined
  return sql`search_grams(${column}) @> ${grams}::bigint[] and ${containsAll(column, text)}`
}

/** Builds the condition that `column` has characters other than ASCII, as in the conditions of the indexes. */
export function isBeyondAscii(column: Column): RawBuilder<boolean> {
  return sql`octet_length(${column}) > length(${column})`
}

/** Builds the condition that `column` begins with the whole text. */
export function startsWith(column: Column, { folded }: { folded: string }): RawBuilder<boolean> {
  return sql`search_fold(${column}) like ${likePattern(folded).slice(1)}`
}

function isPlain({ folded }: Term): boolean {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  return /^[\x00-\x7f]*$/.test(folded)
}

function and(parts: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
