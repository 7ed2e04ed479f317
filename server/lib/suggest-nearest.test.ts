import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, suggestNearest } from './suggest-nearest.ts'

const FIELDS = ['name', 'phone', 'phone_e164', 'email', 'campaign']

test('a misspelled word suggests the nearest candidate', () => {
  for (const [word, meant] of [
    ['phne', 'phone'],
    ['Email', 'email'],
    ['emial', 'email'],
    ['phone_e146', 'phone_e164'],
    ['camp', 'campaign'],
  ] as const)
    assert.equal(suggestNearest(word, FIELDS), meant)
  assert.equal(didYouMean('phne', FIELDS), ' (Did you mean phone?)')
})

test('another word, an empty one and a very long one suggest nothing', () => {
  for (const word of ['', 'x', 'address', 'nameless', 'phone'.repeat(100_000)])
    assert.equal(didYouMean(word, FIELDS), '')
})
