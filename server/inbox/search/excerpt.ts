import { Type } from 'typebox'
import type { Static } from 'typebox'
import { titled } from '#lib/schemas.ts'
import { findRanges } from '#shared/find-ranges.ts'

/** Code points before the first match, and in total. */
const BEFORE = 24
const CHARACTERS_MAX = 160

const Highlights = Type.Array(
  titled(
    'Highlight',
    { start: Type.Integer(), end: Type.Integer() },
    'A range of UTF-16 code units: `start` is included, `end` is not.',
  ),
  { description: 'The matches, in order and without overlaps.' },
)

/** A part of a text around the first match, on one line. `…` marks what is cut. */
export const Excerpt = Type.Object({
  snippet: Type.String({
    description: 'An excerpt around the first match, without the marks of formatted text.',
  }),
  highlights: Highlights,
})

/** A part of a text around the first match. */
export type Excerpt = Static<typeof Excerpt>

/** Returns the part of `text` around the first match of one of `terms`, on one line, and all matches in it. */
export function excerpt(
  text: string,
  { terms }: { terms: readonly { folded: string }[] },
): Excerpt {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const folded = terms.map(({ folded }) => folded)
  const ranges = findRanges(line, folded)
  const start = moveBack(line, ranges[0]?.start ?? 0, BEFORE)
  const end = moveOn(line, start, CHARACTERS_MAX)
  const before = start > 0 ? '…' : ''
  const shift = before.length - start
  return {
    snippet: `${before}${line.slice(start, end)}${end < line.length ? '…' : ''}`,
    highlights: ranges
      .filter((range) => range.start < end)
      .map((range) => ({ start: range.start + shift, end: Math.min(range.end, end) + shift })),
  }
}

function moveBack(text: string, from: number, count: number): number {
  const before = Array.from(text.slice(0, from))
  return from - before.slice(-count).join('').length
}

function moveOn(text: string, from: number, count: number): number {
  return from + Array.from(text.slice(from)).slice(0, count).join('').length
}
