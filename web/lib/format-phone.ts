import type { IdentityKind } from '#shared/identity-kinds.ts'
import { PHONE_FORMATS } from './phone-formats.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/**
 * Formats a phone number in E.164 for reading, with its calling code and the groups of its country: `+91 98765 43210`.
 * Returns any other text unchanged.
 */
export function formatPhone(phone: string): string {
  if (!E164.test(phone)) return phone
  const code = [1, 2, 3]
    .map((length) => phone.slice(1, 1 + length))
    .find((start) => PHONE_FORMATS[start])
  if (code === undefined) return phone
  const rest = phone.slice(1 + code.length)
  const found = PHONE_FORMATS[code]?.find(
    ([pattern, , start]) =>
      (start === undefined || new RegExp(`^(?:${start})`).test(rest)) &&
      new RegExp(`^(?:${pattern})$`).test(rest),
  )
  const groups = found ? rest.replace(new RegExp(found[0]), found[1]) : rest
  return `+${code} ${groups.replaceAll(/[^\d]+/g, ' ').trim()}`
}

/** Formats an identity for reading: a phone number as `formatPhone` does, also one that WhatsApp writes without a plus. */
export function formatIdentity({ kind, value }: { kind: IdentityKind; value: string }): string {
  const phone = kind === 'wa_id' ? `+${value}` : value
  return E164.test(phone) ? formatPhone(phone) : value
}
