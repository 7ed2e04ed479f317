import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt } from './excerpt.ts'

const cut = (text: string, ...words: string[]) => {
  const { snippet, highlights } = excerpt(text, {
    terms: words.map((folded) => ({ folded })),
  })
  return { snippet, marked: highlights.map(({ start, end }) => snippet.slice(start, end)) }
}

test('an excerpt is one line with the first match in it, whatever the text', () => {
  assert.deepEqual(cut('one\n\ntwo', 'two'), { snippet: 'one two', marked: ['two'] })
  assert.deepEqual(cut('', 'x'), { snippet: '', marked: [] })
  assert.deepEqual(cut('nothing here', 'x'), { snippet: 'nothing here', marked: [] })
  const long = `${'before '.repeat(30)}the blue kurta ${'after '.repeat(60)}`
  const { snippet, marked } = cut(long, 'kurta', 'blue')
  assert.match(snippet, /^….*the blue kurta.*…$/)
  assert.deepEqual(marked, ['blue', 'kurta'])
  const emoji = `${'😀'.repeat(4096)}needle${'👍🏽'.repeat(100)}`
  const found = cut(emoji, 'needle')
  assert.match(found.snippet, /^…😀+needle/u)
  assert.ok(found.snippet.isWellFormed())
  assert.deepEqual(found.marked, ['needle'])
})

test('highlights cover the characters as they are written, with their accents and in any case', () => {
  assert.deepEqual(cut('Zoë met ZOE and Zoe\u0308!', 'zoe').marked, ['Zoë', 'ZOE', 'Zoe\u0308'])
  assert.deepEqual(cut('मुझे हिंदी आती है', 'हिंदी').marked, ['हिंदी'])
  assert.deepEqual(cut('ПРИВЕТ, мир', 'привет', 'мир').marked, ['ПРИВЕТ', 'мир'])
  assert.deepEqual(cut('ｆｕｌｌ width ﬁsh', 'full', 'fish').marked, ['ｆｕｌｌ', 'ﬁsh'])
})

test('matches that touch or overlap are one highlight', () => {
  assert.deepEqual(cut('kurtas', 'kurta', 'tas').marked, ['kurtas'])
  assert.deepEqual(cut('aaaa', 'aa').marked, ['aaaa'])
})
