import metadata from 'libphonenumber-js/max/metadata'
import { isCountry } from '#lib/to-e164.ts'
import { FIELD_NAMES } from './field-names.ts'

const COUNTRY_CHARACTERS_MAX = 60

/** Countries by their names in the languages of the dictionary. */
let names: Map<string, string> | undefined

/**
 * Returns the country (ISO 3166-1 alpha-2) that a text names: by its calling code, its ISO code or its name in a language of
 * the dictionary. A calling code of several countries is that of the largest.
 */
export function findCountry(text: string): string | undefined {
  if (text.length > COUNTRY_CHARACTERS_MAX) return undefined
  const plain = fold(text)
  const code = /^(?:\+|00)?(\d{1,3})$/.exec(plain.replaceAll(/[\s()]/g, ''))?.[1]
  if (code !== undefined) return metadata.country_calling_codes[code]?.[0]
  const iso = plain.toUpperCase()
  if (/^[A-Z]{2}$/.test(iso) && isCountry(iso)) return iso
  names ??= readNames()
  return names.get(plain)
}

function readNames(): Map<string, string> {
  const countries = Object.values(metadata.country_calling_codes).flat()
  const displayed = Object.keys(FIELD_NAMES.name).flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const display = new Intl.DisplayNames(language, { type: 'region', style })
      return countries.map((country) => [display.of(country) ?? country, country] as const)
    }),
  )
  const all = [...displayed, ['USA', 'US'] as const, ['UAE', 'AE'] as const]
  return new Map(all.map(([name, country]) => [fold(name), country]))
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase()
}
