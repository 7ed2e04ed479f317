import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Formats the digits of an international phone number for reading; unknown numbers only get their plus sign. */
export function formatPhone(digits: string): string {
  const phone = `+${digits.replaceAll(/\D/g, '')}`
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}
