import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatIdentity, formatPhone } from './format-phone.ts'

test('a phone number is shown with its calling code and in groups', () => {
  const shown = {
    '+919876543210': '+91 98765 43210',
    '+14155550100': '+1 415 555 0100',
    '+442079460018': '+44 207 946 0018',
    '+4915112345678': '+49 151 1234 5678',
    '+97798412345': '+977 9841 2345',
    '+6834000123': '+683 400 0123',
    '+15550100': '+1 555 0100',
  }
  for (const [phone, expected] of Object.entries(shown)) {
    assert.equal(formatPhone(phone), expected)
    assert.equal(formatPhone(phone).replaceAll(' ', ''), phone, 'no digit is lost')
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
