import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor } from './encode-cursor.ts'

const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('a cursor decodes to the values it was created from', () => {
  fc.assert(
    fc.property(time, fc.uuid(), fc.maxSafeInteger(), (at, id, position) => {
      const cursor = encodeCursor([at, id, position])
      assert.match(cursor, /^[\w-]+$/)
      assert.deepEqual(decodeCursor(cursor, ['time', 'uuid', 'int']), [at, id, position])
    }),
  )
})

test('microseconds of the database are kept', () => {
  const cursor = encodeCursor(['2026-08-01T10:20:30.123456Z'])
  assert.deepEqual(decodeCursor(cursor, ['time']), ['2026-08-01T10:20:30.123456Z'])
})

test('a cursor of another shape is rejected', () => {
  const id = '0198f3a2-7c1e-7abc-8def-0123456789ab'
  const cursor = encodeCursor(['2026-08-01T10:20:30Z', id])
  assert.equal(decodeCursor(cursor, ['time']), undefined)
  assert.equal(decodeCursor(cursor, ['uuid', 'time']), undefined)
  assert.equal(decodeCursor(cursor, ['time', 'uuid', 'int']), undefined)
  assert.equal(decodeCursor(cursor, ['time', 'int']), undefined)
})

test('a value that the database would reject is rejected', () => {
  const wrong = [
    ['time', '2026-02-30T00:00:00Z'],
    ['time', '0000-01-01T00:00:00Z'],
    ['time', '2026-08-01T24:00:00Z'],
    ['time', '2026-08-01T10:20:60Z'],
    ['time', '2026-08-01T10:20:30+02:00'],
    ['time', '2026-08-01T10:20:30.1234567Z'],
    ['time', 'infinity'],
    ['uuid', 'not-a-uuid'],
    ['uuid', '0198F3A2-7C1E-7ABC-8DEF-0123456789AB'],
    ['int', 1.5],
    ['int', 1e300],
    ['int', '1'],
  ] as const
  for (const [kind, value] of wrong) {
    assert.equal(decodeCursor(encodeCursor([value]), [kind]), undefined, String(value))
  }
})

test('arbitrary bytes decode to undefined and never throw', () => {
  const shapes = fc.array(fc.constantFrom('time' as const, 'uuid' as const, 'int' as const))
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
  )
  fc.assert(
    fc.property(text, shapes, (cursor, shape) => {
      const values = decodeCursor(cursor, shape)
      assert.ok(values === undefined || values.length === shape.length)
    }),
    { numRuns: 2000 },
  )
  assert.equal(decodeCursor('', []), undefined)
  assert.equal(decodeCursor('A'.repeat(1_000_000), ['int']), undefined)
  assert.equal(decodeCursor(`${encodeCursor([1])}=`, ['int']), undefined)
})
