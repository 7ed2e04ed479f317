import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { parseTime } from './parse-time.ts'

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')

test('a time is read as pg reads it, whatever its fraction, its zone and its year', () => {
  const fractions = Array.from({ length: 10_000 }, (_, index) => String(index * 101))
  const texts = [
    '50',
    '500000',
    ...fractions.map((each) => each.padStart(6, '0').replace(/0+$/, '')),
  ].map((each) => `2026-11-28 20:54:23${each && '.'}${each}+00`)
  const others = [
    '2024-02-29 23:59:59+00',
    '1969-12-31 23:59:59.999+00',
    '2026-11-28 02:24:23.5+05:30',
    '2026-11-28 20:54:23.123456-03',
    '0099-01-01 00:00:00+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-01-01 00:00:00+00',
    '9999-12-31 23:59:59.999999+00',
    'infinity',
    '-infinity',
  ]
  for (const text of [...texts, ...others]) assert.deepEqual(parseTime(text), parseAny(text), text)
})
