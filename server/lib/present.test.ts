import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryOf } from './entry-of.ts'
import { firstOf } from './first-of.ts'
import { itemAt } from './item-at.ts'
import { lastOf } from './last-of.ts'
import { textBefore } from './text-before.ts'

test('an item of a list and an entry of a map are returned, null included', () => {
  const list = ['a', null, 'c']
  assert.deepEqual([firstOf(list), itemAt(list, 1), lastOf(list)], ['a', null, 'c'])
  assert.equal(entryOf(new Map([['a', null]]), 'a'), null)
})

test('a missing item or entry throws', () => {
  for (const read of [firstOf, lastOf, (list: string[]) => itemAt(list, 2)])
    assert.throws(() => read([]), /no item/)
  assert.throws(() => entryOf(new Map(), 'a'), /key/)
})

test('the text before a separator is the whole text without one', () => {
  assert.equal(textBefore('text/csv; charset=utf-8', ';'), 'text/csv')
  assert.equal(textBefore('text/csv', ';'), 'text/csv')
})
