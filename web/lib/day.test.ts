import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockTime, dayOf, untilTime } from './day.ts'

const now = new Date(2026, 10, 23, 10)
const today = dayOf(now)
const at = (days: number) => new Date(2026, 10, 23 + days, 9, 5).toISOString()
const plain = (text: string) => text.replaceAll('\u202f', ' ')

test('the end of a snooze is as short as it can be: the time today, the weekday within a week, else the date', () => {
  assert.equal(plain(untilTime(at(0), today, 'en-US')), '9:05 AM')
  assert.equal(plain(untilTime(at(1), today, 'en-US')), 'Tue, 9:05 AM')
  assert.equal(plain(untilTime(at(10), today, 'en-US')), 'Dec 3, 9:05 AM')
  assert.equal(plain(untilTime(at(400), today, 'en-US')), 'Dec 28, 2027, 9:05 AM')
})

test('hours are written as the locale writes them', () => {
  assert.equal(plain(clockTime(at(0), 'en-US')), '9:05 AM')
  assert.equal(clockTime(at(0), 'en-GB'), '09:05')
})
