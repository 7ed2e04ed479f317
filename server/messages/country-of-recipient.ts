import { countryOfNumber } from '#lib/to-e164.ts'

/**
 * Returns the country (ISO 3166-1 alpha-2) of a platform's address: of a phone number (digits), or of a user id that
 * starts with one, such as MX.900100200300400.
 */
export function countryOfRecipient(address: string): string | undefined {
  return countryOfNumber(address) ?? /^([A-Z]{2})\./.exec(address)?.[1]
}
