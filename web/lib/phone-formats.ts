import { createRequire } from 'node:module'

type Format = readonly [string, string, (readonly string[])?, string?, number?, string?]
/** Its fifth entry is its formats, or 0. */
type Country = { 4?: readonly Format[] | 0 }
type Metadata = {
  country_calling_codes: Record<string, readonly [string, ...string[]]>
  countries: Record<string, Country>
  nonGeographic: Record<string, Country>
}

/** One group of digits in a pattern of the library. */
const GROUP = /\(\\d(?:\{(\d+)(?:,(\d+))?\})?\)/g

/**
 * The international formats of all calling codes, from the metadata of libphonenumber. The build of the app replaces this module by its
 * value, which is a seventh of the library.
 *
 * Each line is a calling code with its formats, separated by spaces. A format is the length of each group of digits, and after a colon
 * a pattern of the first digits, if it concerns only some numbers. A letter after a length is the greatest one: A is 1.
 */
export const PHONE_FORMATS = writeFormats(
  createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as Metadata,
)

function writeFormats(metadata: Metadata): string {
  const ofCodes = Object.entries(metadata.country_calling_codes).map(
    ([code, [main]]) => [code, metadata.countries[main]] as const,
  )
  return [...ofCodes, ...Object.entries(metadata.nonGeographic)]
    .map(([code, country]) => [code, ...(country?.[4] || []).map(writeFormat)].join(' '))
    .join('\n')
}

function writeFormat([pattern, national, starts, , , international]: Format): string {
  const groups = [...pattern.matchAll(GROUP)]
  const order = (international ?? national).replaceAll(/\$(\d)/g, '$1').match(/\d+/g) ?? []
  // `formatPhone` writes the groups in order, with a space between them.
  if (pattern.replaceAll(GROUP, '') !== '' || order.some((each, at) => each !== String(at + 1)))
    throw new Error(`The format ${international ?? national} of ${pattern} is not groups in order.`)
  const lengths = groups.map(
    ([, least = '1', most]) => least + (most ? String.fromCodePoint(64 + Number(most)) : ''),
  )
  const start = starts?.at(-1)?.replaceAll('(?:', '(')
  return lengths.join('') + (start === undefined ? '' : `:${start}`)
}
