import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTheirRow } from './erase-imports.ts'

/** Returns how often the cells of a row with many numbers are read to find that it is not a contact's. */
function countReads(columns: number): number {
  let reads = 0
  const cells = Array.from({ length: columns }, (_, index) => `+91 98135 ${10_000 + index}`)
  const counted = new Proxy(cells, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, receiver)
    },
  })
  const subject = { values: ['+919813599999'], names: [], country: 'IN' }
  assert.equal(isTheirRow(counted, subject, true), false)
  return reads
}

test('the cost of a row grows with its columns', () => {
  assert.equal(countReads(200), 2 * countReads(100))
})

test('a number is read by the country in another column of its row', () => {
  const subject = { values: ['+4930901820'], names: [], country: 'IN' }
  assert.equal(isTheirRow(['Germany', '030 901820'], subject, false), true)
  assert.equal(isTheirRow(['France', '030 901820'], subject, false), false)
})
