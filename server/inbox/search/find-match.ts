import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullable } from '#lib/schemas.ts'
import { findRanges } from '#shared/find-ranges.ts'
import { excerpt, Excerpt } from './excerpt.ts'
import type { SearchText } from './read-query.ts'

/** The field that matches best, with the matches in it. Null if the match is spread over several fields. */
export const Match = Type.Unsafe<(Excerpt & { field: string }) | null>({
  ...nullable(
    Type.Object({
      field: Type.String({
        description:
          'The field that matches: name, phone_e164, email, group, tag, handover (its summary) or the kind of an identity. More may be added.',
      }),
      ...Excerpt.properties,
    }),
  ),
  description: 'The field that matches best. Null if several fields match together.',
})

/** The field that matches best, with the matches in it. */
export type Match = Static<typeof Match>

/** Returns the field that contains all terms of `text`, or the most; null if none contains one. */
export function findMatch(
  fields: readonly { field: string; text: string | null | undefined }[],
  text: SearchText,
): Match {
  const forms = text.forms.map((folded) => ({ folded }))
  let best: { field: string; text: string; count: number } | undefined
  for (const { field, text: value } of fields) {
    if (!value) continue
    const has = (term: { folded: string }) => findRanges(value, [term.folded]).length > 0
    // A form of an address is the whole search, in another notation.
    const count = forms.some(has) ? text.terms.length : text.terms.filter(has).length
    if (count > (best?.count ?? 0)) best = { field, text: value, count }
  }
  if (!best) return null
  return { field: best.field, ...excerpt(best.text, { terms: [...text.terms, ...forms] }) }
}
