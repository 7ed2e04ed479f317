import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParleyError } from '#client/core.ts'
import { toUrl } from './api.ts'
import { withCommands } from './commands.ts'
import { shortTime } from './day.ts'
import { escapeBidi } from './escape-bidi.ts'
import { toLocalDay, toLocalMinute } from './local-time.ts'
import { toFieldErrors } from './to-field-errors.ts'

test('empty values are left out of a URL', () => {
  assert.equal(
    toUrl('/a', { q: 'x y', limit: 10, none: null, blank: '', not: undefined }),
    '/a?q=x+y&limit=10',
  )
  assert.equal(toUrl('/a', { unread: false }), '/a?unread=false')
  assert.equal(toUrl('/a'), '/a')
})

test('field errors of the API are capitalized and named after the fields of the form', () => {
  const problem = (field: string) => ({ field, code: 'invalid', message: field })
  const err = new ParleyError({ errors: [problem('due_at'), problem('fields.size')] }, 422)
  assert.deepEqual(toFieldErrors(err), { dueAt: 'Due_at', fields: 'Fields.size' })
  assert.deepEqual(toFieldErrors(new Error('no')), {})
})

test('characters that reorder or hide text are escaped, joiners are kept', () => {
  assert.equal(escapeBidi('a\u202eb'), 'a\\u202eb')
  assert.equal(escapeBidi('\u200b'), '\\u200b')
  assert.equal(escapeBidi('क\u200dष\n\t'), 'क\u200dष\n\t')
})

test('fields of date and time get the local time', () => {
  const time = new Date(2026, 2, 5, 7, 8)
  assert.equal(toLocalMinute(time), '2026-03-05T07:08')
  assert.equal(toLocalMinute(time.toISOString()), '2026-03-05T07:08')
  assert.equal(toLocalDay(time), '2026-03-05')
  for (const none of [null, undefined, '', 'never']) assert.equal(toLocalMinute(none), '')
})

test('a list shows how long ago something of the last day was, the weekday of this week, else the date', () => {
  const now = new Date(2026, 2, 5, 0, 10)
  const at = (...parts: [number, number, number, number?, number?]) =>
    shortTime(new Date(...parts).toISOString(), now, 'en-GB')
  assert.equal(at(2026, 2, 5, 0, 10), 'now')
  assert.equal(at(2026, 2, 4, 23, 55), '15m')
  assert.equal(at(2026, 2, 4, 1, 5), '23h')
  assert.equal(at(2026, 2, 4), 'Wed')
  assert.equal(at(2026, 2, 7), '7 Mar')
  assert.equal(at(2026, 1, 3), '3 Feb')
  assert.equal(at(2024, 8, 3), '3 Sept 2024')
})

test('a command takes the place of the one with the same id', () => {
  const [a, b, newA] = ['a', 'b', 'a'].map((id, index) => ({
    id,
    label: String(index),
    run: () => undefined,
  }))
  assert.deepEqual(withCommands([a!, b!], [newA!]), [newA, b])
})
