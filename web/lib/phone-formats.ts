import { createRequire } from 'node:module'

/** The format for one group of a country's numbers: a pattern of its digits, the form, and a pattern of its first digits. */
type PhoneFormat = readonly [pattern: string, form: string, start?: string]

type Format = readonly [string, string, (readonly string[])?, string?, number?, string?]
/** Its fifth entry is its formats, or 0. */
type Country = { 4?: readonly Format[] | 0 }
type Metadata = {
  country_calling_codes: Record<string, readonly [string, ...string[]]>
  countries: Record<string, Country>
  nonGeographic: Record<string, Country>
}

/**
 * The international formats of each calling code, from the metadata of libphonenumber. The build of the
 * app replaces this module by its value, which is a fifth of the library.
 */
export const PHONE_FORMATS = readFormats(
  createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as Metadata,
)

function readFormats(metadata: Metadata): Partial<Record<string, readonly PhoneFormat[]>> {
  const ofCodes = Object.entries(metadata.country_calling_codes).map(
    ([code, [main]]) => [code, metadata.countries[main]] as const,
  )
  return Object.fromEntries(
    [...ofCodes, ...Object.entries(metadata.nonGeographic)].map(([code, country]) => [
      code,
      (country?.[4] || []).map(([pattern, form, starts, , , international]): PhoneFormat => {
        const start = starts?.at(-1)
        const written = international ?? form
        return start === undefined ? [pattern, written] : [pattern, written, start]
      }),
    ]),
  )
}
