import { Type } from 'typebox'
import type { Static } from 'typebox'

/** Code points before the first match, and in total. */
const BEFORE = 40
const CHARACTERS_MAX = 160

/** The terms to find, folded. */
type Folded = { terms: readonly { folded: string }[] }

const Highlights = Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
  description:
    'The matches, as ranges of UTF-16 code units: `start` is included, `end` is not. They are in order and do not overlap.',
})

/** A part of a text around the first match, on one line. `…` marks what is cut. */
export const Excerpt = Type.Object({
  snippet: Type.String({ description: 'An excerpt around the first match.' }),
  highlights: Highlights,
})

/** A part of a text around the first match. */
export type Excerpt = Static<typeof Excerpt>

/** Returns the part of `text` around the first match of a term of `search`, on one line, and all matches in it. */
export function excerpt(text: string, search: Folded): Excerpt {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const ranges = findRanges(line, search)
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

/** Finds all matches of the terms of `search` in `text`, in order and joined where they overlap. */
export function findRanges(text: string, { terms }: Folded): Excerpt['highlights'] {
  const { folded, places } = foldWithPlaces(text)
  const found = terms.flatMap((term) => {
    const ranges = []
    for (let at = folded.indexOf(term.folded); at >= 0 && term.folded !== '';) {
      const end = at + term.folded.length
      ranges.push({ start: places[at]!, end: places[end]! })
      at = folded.indexOf(term.folded, end)
    }
    return ranges
  })
  const joined: Excerpt['highlights'] = []
  for (const range of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else if (range.end > range.start) joined.push({ ...range })
  }
  return joined
}

/** Folds `text` as `search_fold` of the database does. `places`: where in `text` each code unit of it is from. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const part = character
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036f]/g, '')
    for (let index = 0; index < part.length; index++) places.push(at)
    folded += part
    at += character.length
  }
  places.push(text.length)
  return { folded, places }
}

function moveBack(text: string, from: number, count: number): number {
  const before = Array.from(text.slice(0, from))
  return from - before.slice(-count).join('').length
}

function moveOn(text: string, from: number, count: number): number {
  return from + Array.from(text.slice(from)).slice(0, count).join('').length
}
