import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCountry } from './find-country.ts'

test('a country is found by its calling code, its ISO code or its name in any language of the dictionary', () => {
  for (const [text, country] of [
    ['+65', 'SG'],
    ['0044', 'GB'],
    [' 91 ', 'IN'],
    ['1', 'US'],
    ['(+7)', 'RU'],
    ['sg', 'SG'],
    ['UK', 'GB'],
    ['USA', 'US'],
    ['Singapore', 'SG'],
    ['ESPANA', 'ES'],
    ['Deutschland', 'DE'],
    ['भारत', 'IN'],
    ['Україна', 'UA'],
    ['Türkiye', 'TR'],
    ['999', undefined],
    ['9813101502', undefined],
    ['TRUE', undefined],
    ['', undefined],
    ['x'.repeat(1_000_000), undefined],
  ] as const)
    assert.equal(findCountry(text), country, text.slice(0, 20))
})
