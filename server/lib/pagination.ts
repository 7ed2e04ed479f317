import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { AppError } from './errors.ts'

/** Query fields of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 25,
      description: 'The number of items per page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'The `next_cursor` of the previous page.' }),
  ),
}

/** What a verb needs to give one page: how many rows, and the cursor of the page before. */
export type PageInput = { limit?: number; cursor?: string }

/** One page, as the API gives it: `next_cursor` is null on the last one. */
export type Page<T> = { data: T[]; next_cursor: string | null }

/** The place of a row in a list that is ordered by a time and an id, newest first. */
export type PageKey = { at: Date; id: string }

/** The schema of a page of `item`. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  })
}

/**
 * Rows to read for a page (one more than it shows, which tells whether there is a next one) and where to begin.
 *
 * @throws {AppError} invalid_cursor
 */
export function readPageInput(input: PageInput): { limit: number; after: PageKey | undefined } {
  const limit = input.limit ?? 25
  if (input.cursor === undefined) return { limit: limit + 1, after: undefined }
  const values = decodeCursor(input.cursor, ['time', 'uuid'])
  if (!values) throw new AppError('invalid_cursor', 'The cursor is not one that this list gave.')
  return {
    limit: limit + 1,
    after: { at: new Date(values[0]), id: values[1] },
  }
}

/** The page that `rows` make, read with the `limit` of `readPageInput`. */
export function toPage<R, T>(
  rows: R[],
  limit: number,
  keyOf: (row: R) => PageKey,
  toResource: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit - 1)
  const last = shown.at(-1)
  const more = rows.length === limit && last !== undefined
  const key = more ? keyOf(last) : undefined
  return {
    data: shown.map(toResource),
    next_cursor: key ? encodeCursor([key.at.toISOString(), key.id]) : null,
  }
}
