import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import { choiceList } from '#lib/lists/list-filters.ts'
import { CURSOR_CHARACTERS_MAX } from '#lib/page.ts'
import { closedObject, filledText, limitedText, nullable, titled } from '#lib/schemas.ts'
import { PAGE_SIZE, SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { SEARCH_KINDS, SOURCES } from './sources/sources.ts'
import type { SearchKind } from './sources/sources.ts'

/** Results of each kind when the request names no limit. */
export const RESULTS_DEFAULT = 20

/** The query of GET /api/v1/search. */
export const SearchQuery = closedObject({
  q: filledText(
    SEARCH_CHARACTERS_MAX,
    'Words in any order, a "phrase" in double quotation marks, a phone number in any notation, or the number of a ticket. Case and accents are ignored.',
  ),
  kinds: choiceList(SEARCH_KINDS, 'All that the caller may read by default, or one or more'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE.max,
      default: RESULTS_DEFAULT,
      description: 'The number of results of each kind.',
    }),
  ),
  cursor: Type.Optional(
    limitedText(
      CURSOR_CHARACTERS_MAX,
      'A value of `next_cursors`. Requires the one kind that it belongs to in `kinds`.',
    ),
  ),
})

/** The query of a search: its words, kinds and page. */
export type SearchInput = Static<typeof SearchQuery>

type Items = { [K in SearchKind]: Static<(typeof SOURCES)[K]['item']>[] }

/** The results of each kind, the best of each first. */
export const SearchResults = titled('SearchResults', {
  ...Object.fromEntries(
    SEARCH_KINDS.map((kind) => [kind, Type.Array(SOURCES[kind].item as TObject)]),
  ),
  next_cursors: Type.Object(
    Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, nullable(Type.String())])),
    { description: 'The cursor of the next page of each kind; null: there is none.' },
  ),
  incomplete: Type.Array(Type.Enum(SEARCH_KINDS), {
    description:
      'The kinds of which not everything was searched: the deadline was reached, or the text is too short to search old messages for it.',
  }),
})

/** The results of each kind, the best of each first. */
export type SearchResults = Items & {
  next_cursors: Record<SearchKind, string | null>
  incomplete: SearchKind[]
}
