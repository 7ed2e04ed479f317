import { Type } from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { PAGE_SIZE } from '#shared/pages.ts'
import { closedObject, limitedText } from './schemas.ts'

/** The longest cursor that a client sends: a position of up to 512 characters, and the mark of its list. */
export const CURSOR_CHARACTERS_MAX = 521

/** Query fields of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE.max,
      default: PAGE_SIZE.default,
      description: 'The number of items per page.',
    }),
  ),
  cursor: Type.Optional(
    limitedText(
      CURSOR_CHARACTERS_MAX,
      'The `next_cursor` of the previous page. Send it with the same filters.',
    ),
  ),
}

/** The query of a list without filters. */
export const UnfilteredQuery = closedObject(pageQuery)

/** Which page to list: how many rows, and the cursor of the page before. */
export type PageInput = Static<TObject<typeof pageQuery>>

/** One page as the API returns it: `next_cursor` is null on the last one. */
export type Page<T> = { data: T[]; next_cursor: string | null }

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  title: 'NextCursor',
  description: 'The `cursor` of the next page. Null on the last one.',
})

/** Returns the schema of a page of `item`. */
export function pageOf<T extends TSchema>(item: T) {
  const { title } = item as { title?: string }
  return Type.Object(
    {
      data: Type.Array(item),
      next_cursor: NextCursor,
    },
    title === undefined ? {} : { title: `${title}Page` },
  )
}

/** Returns how many rows the page shows. */
export function rowsOf(input: PageInput): number {
  return input.limit ?? PAGE_SIZE.default
}
