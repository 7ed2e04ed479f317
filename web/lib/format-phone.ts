import type { IdentityKind } from '#shared/identity-kinds.ts'

const E164 = /^\+[1-9]\d{6,14}$/
/** Matches the calling code of an international number. Source: ITU-T E.164, the list of assigned codes. */
const CALLING_CODE = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * Formats a phone number in E.164 for reading, with its calling code and the rest in groups: `+91 98765 43210`. Returns
 * any other text unchanged.
 */
export function formatPhone(phone: string): string {
  const code = E164.test(phone) ? CALLING_CODE.exec(phone)?.[0] : undefined
  if (code === undefined) return phone
  const rest = phone.slice(code.length)
  const size = code === '+91' && rest.length === 10 ? 5 : 4
  return [code, ...toGroups(rest, Math.ceil(rest.length / size))].join(' ')
}

/** Formats an identity for reading: a phone number as `formatPhone` does, also one that WhatsApp writes without a plus. */
export function formatIdentity({ kind, value }: { kind: IdentityKind; value: string }): string {
  const phone = kind === 'wa_id' ? `+${value}` : value
  return E164.test(phone) ? formatPhone(phone) : value
}

/** Returns `digits` in `count` groups of about the same length, the shorter ones first. */
function toGroups(digits: string, count: number): string[] {
  if (count <= 1) return [digits]
  const length = Math.floor(digits.length / count)
  return [digits.slice(0, length), ...toGroups(digits.slice(length), count - 1)]
}
