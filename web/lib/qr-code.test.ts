import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { toQrCode } from './qr-code.ts'

/** Hashes of symbols that an independent decoder has read: `qr` 0.7.0, at four pixels per module. */
const READ: Record<number, string> = {
  23: '11d190f73b01768a',
  26: 'bfa70079e61a65e1',
  42: '5777148620bfcd82',
  62: 'ee788e8727f3c895',
  84: 'e95aaf4f7a1fd6c3',
  106: '0e81381a9be49725',
  122: 'b980ef0ccf42d3fa',
  152: '408b7c2f8f1eeaee',
  180: '7878b0261bc030d2',
  213: 'd81942260cc74873',
  251: 'cd4f1c7fa3386249',
  287: '3c2096294c1bcab1',
  331: '48cfc206759b5f7e',
  362: '593e0745ee44e8ff',
  412: '1769c08769748a7a',
  450: '06dd98d03b24e765',
  504: 'aba4e759bf5a675a',
  560: '3da237bb4595e20b',
  624: '31507a69e8225dca',
}

test('symbols are those that an independent decoder has read, in all versions', () => {
  for (const [length, expected] of Object.entries(READ)) {
    const text = 'otpauth://totp/Parley:é'.padEnd(Number(length), 'abcXYZ019%?&')
    const rows = toQrCode(text).map((row) => row.map(Number).join(''))
    assert.equal(createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16), expected)
  }
})

test('a text that is too long for the largest version is refused', () => {
  assert.equal(toQrCode('x'.repeat(666)).length, 97)
  assert.throws(() => toQrCode('x'.repeat(667)), /too long/)
})
