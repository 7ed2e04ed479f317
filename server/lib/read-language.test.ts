import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAcceptedLanguage, readLanguage, readLanguageName } from './read-language.ts'

test('reads language tags in any spelling, and nothing else', () => {
  for (const [text, expected] of [
    ['en', 'en'],
    ['PT_br', 'pt-BR'],
    [' hi-in ', 'hi-IN'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['fil', 'fil'],
    ['en-u-ca-buddhist', 'en'],
    ['', undefined],
    ['e', undefined],
    ['english', undefined],
    ['qq', undefined],
    ['xyz', undefined],
    ['en--US', undefined],
    ['en-US\u0000', undefined],
    [`en${'-abcdefgh'.repeat(20)}`, undefined],
  ] as const)
    assert.equal(readLanguage(text), expected, text)
})

test('reads the names of languages, in English and in themselves', () => {
  for (const [text, expected] of [
    ['Portuguese', 'pt'],
    ['português', 'pt'],
    ['HINDI', 'hi'],
    ['हिन्दी', 'hi'],
    ['العربية', 'ar'],
    ['de-AT', 'de-AT'],
    ['Klingon?', undefined],
  ] as const)
    assert.equal(readLanguageName(text), expected, text)
})

test('reads the language that a browser prefers', () => {
  assert.equal(readAcceptedLanguage('pt-BR,pt;q=0.9,en;q=0.8'), 'pt-BR')
  assert.equal(readAcceptedLanguage('hi;q=1'), 'hi')
  for (const header of [undefined, '', '*', 'x'.repeat(9_000)])
    assert.equal(readAcceptedLanguage(header), undefined)
})
