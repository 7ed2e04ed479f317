import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ATTEMPTS_MAX, nextAttemptDelayMs, parseRetryAfter } from './next-attempt-delay-ms.ts'

const middle = () => 0.5
const DAY = 86_400_000

test('ten attempts are made, with the documented delays', () => {
  const pauses = []
  for (let made = 1; made < 12; made++) pauses.push(nextAttemptDelayMs(made, { random: middle }))
  const seconds = [5, 30, 120, 600, 1800, 7200, 18_000, 43_200, 86_400]
  assert.deepEqual(pauses, [...seconds.map((s) => s * 1000), undefined, undefined])
  assert.equal(ATTEMPTS_MAX, 10)
  assert.equal(nextAttemptDelayMs(0, { random: middle }), 0)
})

test('jitter changes delays by at most a fifth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, r) => {
        const plain = nextAttemptDelayMs(n, { random: middle }) ?? 0
        const spread = nextAttemptDelayMs(n, { random: () => r }) ?? 0
        assert.ok(spread >= plain * 0.8 && spread <= plain * 1.2)
      },
    ),
  )
})

test('Retry-After is respected in full, up to the longest delay of the schedule', () => {
  const delay = (made: number, retryAfterMs: number) =>
    nextAttemptDelayMs(made, { random: middle, retryAfterMs })
  assert.equal(delay(1, 60_000), 60_000)
  assert.equal(delay(1, 1000), 5000)
  assert.equal(delay(1, 30 * DAY), DAY)
  assert.equal(delay(9, 30 * DAY), DAY)
  assert.equal(delay(10, 1000), undefined)
})

test('Retry-After is parsed in seconds and as a date', () => {
  const now = Date.parse('2026-08-01T12:00:00Z')
  assert.equal(parseRetryAfter('120', now), 120_000)
  assert.equal(parseRetryAfter(' 0 ', now), 0)
  assert.equal(parseRetryAfter('Sat, 01 Aug 2026 12:01:30 GMT', now), 90_000)
  assert.equal(parseRetryAfter('Sat, 01 Aug 2020 12:01:30 GMT', now), 0)
  // The sender's clock is an hour ahead.
  const [date, sent] = ['Sat, 01 Aug 2026 13:01:30 GMT', 'Sat, 01 Aug 2026 13:00:00 GMT']
  assert.equal(parseRetryAfter(date, now, sent), 90_000)
  assert.equal(parseRetryAfter(date, now, 'yesterday'), 3_690_000)
})

test('any other Retry-After is ignored', () => {
  const wrong = [
    '',
    '-1',
    '1.5',
    '1e3',
    'soon',
    '2026-08-01',
    '12345678901',
    'Xyz, 99 Aug 2026 12:01:30 GMT',
  ]
  for (const text of [undefined, ...wrong, 'Sat, 99 Aug 2026 12:01:30 GMT']) {
    assert.equal(parseRetryAfter(text, 0), undefined, String(text))
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, now) => {
      const pause = parseRetryAfter(text, now)
      assert.ok(pause === undefined || (Number.isFinite(pause) && pause >= 0))
    }),
  )
})
