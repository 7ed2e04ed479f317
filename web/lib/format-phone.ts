import type { IdentityKind } from '#shared/identity-kinds.ts'
import { PHONE_FORMATS } from './phone-formats.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/**
 * Formats a phone number in E.164 for reading, with its calling code and the groups of its country: `+91 98765 43210`.
 * Returns any other text unchanged.
 */
export function formatPhone(phone: string): string {
  if (!E164.test(phone)) return phone
  const found = [1, 2, 3]
    .map((length) => [phone.slice(1, 1 + length), phone.slice(1 + length)] as const)
    .find(([start]) => LINES.has(start))
  if (!found) return phone
  const [code, rest] = found
  return `+${code} ${groupsOf(LINES.get(code) ?? [], rest).join(' ')}`
}

/** The formats of each calling code. */
const LINES = new Map(
  PHONE_FORMATS.split('\n').map((line) => {
    const [code = '', ...formats] = line.split(' ')
    return [code, formats]
  }),
)

/** Returns the digits in the groups of the first format that they match, else in one group. */
function groupsOf(formats: readonly string[], digits: string): string[] {
  for (const format of formats) {
    const [groups = '', start = ''] = format.split(':')
    const pattern = groups.replaceAll(
      /(\d)([A-Z]?)/g,
      (_, least: string, most: string) =>
        `(\\d{${least}${most && `,${(most.codePointAt(0) ?? 0) - 64}`}})`,
    )
    if (!new RegExp(`^(${start})`).test(digits)) continue
    const match = new RegExp(`^${pattern}$`).exec(digits)
    if (match) return match.slice(1)
  }
  return [digits]
}

/** Formats an identity for reading: a phone number as `formatPhone` does, also one that WhatsApp writes without a plus. */
export function formatIdentity({ kind, value }: { kind: IdentityKind; value: string }): string {
  const phone = kind === 'wa_id' ? `+${value}` : value
  return E164.test(phone) ? formatPhone(phone) : value
}
