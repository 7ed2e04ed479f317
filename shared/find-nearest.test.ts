import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearest } from './find-nearest.ts'

const names = ['thanks', 'opening-hours', 'refund', 'धन्यवाद']
const find = (text: string) => findNearest(text, names, (name) => name)

test('a name with a spelling mistake is found, also before it is typed to its end', () => {
  for (const typed of ['thakns', 'thnks', 'thankks', 'thamks', 'Thnak', 'thx'])
    assert.equal(find(typed)[0], 'thanks', typed)
  assert.deepEqual(find('oepning'), ['opening-hours'])
  assert.deepEqual(find('धन्यावद'), ['धन्यवाद'])
})

test('a text that is like no name finds none', () => {
  for (const typed of ['', 'x', 'xy', 'invoice', 'zzzzzz']) assert.deepEqual(find(typed), [], typed)
})

test('the nearest name comes first', () => {
  const found = findNearest('refnud', ['refuse', 'refund'], (name) => name)
  assert.deepEqual(found, ['refund', 'refuse'])
})
