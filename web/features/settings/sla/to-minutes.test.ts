import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMinutes, toMinutes } from './to-minutes.ts'

test('a target is written in hours and minutes, and read as it was written', () => {
  for (const text of ['0:05', '1:30', '24:00', '720:01', '']) {
    const minutes = toMinutes(text)
    assert.notEqual(minutes, undefined, text)
    assert.equal(fromMinutes(minutes!), text)
  }
  assert.equal(toMinutes(' 2:00 '), 120)
  for (const text of ['0:00', '1:60', '90', '1:5', 'soon', '-1:00'])
    assert.equal(toMinutes(text), undefined, text)
})
