import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { formatIdentity, formatPhone } from './format-phone.ts'

const examples = createRequire(import.meta.url)('libphonenumber-js/examples.mobile.json') as object

test('a phone number is shown in the groups of its country', () => {
  const shown = {
    '+919876543210': '+91 98765 43210',
    '+14155550100': '+1 415 555 0100',
    '+447700900123': '+44 7700 900123',
    '+33639980123': '+33 6 39 98 01 23',
    '+5511987650123': '+55 11 98765 0123',
    '+15550100': '+1 5550100',
  }
  for (const [phone, expected] of Object.entries(shown)) assert.equal(formatPhone(phone), expected)
})

test("every country's numbers are grouped as libphonenumber groups them, and keep all digits", () => {
  const phones = Object.entries(examples).flatMap(([country, national]: [string, string]) => {
    const example = parsePhoneNumberFromString(national, country as 'IN')?.number ?? ''
    // Further numbers begin otherwise: landlines, service numbers, and some that do not exist.
    const others = Array.from({ length: 30 }, (_, n) => {
      const code = parsePhoneNumberFromString(national, country as 'IN')?.countryCallingCode ?? ''
      return `+${code}${String(7919 * (n + 1)).padEnd(example.length - 1 - code.length, '3')}`
    })
    return [example, ...others]
  })
  assert.ok(phones.length > 7_000)
  for (const phone of phones) {
    const parsed = parsePhoneNumberFromString(phone)
    const shown = formatPhone(phone)
    assert.equal(shown.replaceAll(' ', ''), phone)
    if (parsed?.number === phone) assert.equal(shown, parsed.formatInternational())
  }
})

test('a text that is no phone number stays as it is', () => {
  for (const text of ['+91 80000 00001', '100000000000001', '+1', '@asha', 'asha@shop.example', ''])
    assert.equal(formatPhone(text), text)
})

test('a phone number that WhatsApp writes without a plus is shown as one, and no other identity', () => {
  const shown = (kind: Parameters<typeof formatIdentity>[0]['kind'], value: string) =>
    formatIdentity({ kind, value })
  assert.equal(shown('wa_id', '919876543210'), '+91 98765 43210')
  assert.equal(shown('phone_e164', '+919876543210'), '+91 98765 43210')
  assert.equal(shown('psid', '919876543210'), '919876543210')
  assert.equal(shown('wa_id', 'IN.77'), 'IN.77')
})
