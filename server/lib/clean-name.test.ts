import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanName } from './clean-name.ts'
import { cleanText } from './clean-text.ts'
import { cutText } from './cut-text.ts'

const graphemes = (text: string) =>
  [...new Intl.Segmenter('en').segment(text)].map((each) => each.segment)

test('a name that shows nothing is none', () => {
  for (const name of [
    '',
    ' ',
    '\u3164',
    '\u200b\u200d',
    '\u2800\u2800',
    '\u202e\r\n',
    '\u00ad\ufe0f',
    '\u180e\u115f',
  ])
    assert.equal(cleanName(name), null, JSON.stringify(name))
})

test('a name is one line without marks of direction, and keeps what its script needs', () => {
  assert.equal(cleanName(' Mira\r\nRao\u2028\u202e '), 'Mira Rao')
  assert.equal(cleanName('\u2067Mira\u2069\u00a0\u3164Rao'), 'Mira Rao')
  assert.equal(cleanName('Mi\u200bra\u0000Rao\ud800'), 'Mira Rao\ufffd')
  for (const name of ['علی\u200cرضا', '👩‍👧 & 👨‍👩‍👧', '🏴󠁧󠁢󠁷󠁬󠁳󠁿 Dai', '❤️', 'प्रिया', '. .'])
    assert.equal(cleanName(name), name)
})

test('a text that shows nothing is empty, and keeps its lines', () => {
  assert.equal(cleanText('\u200b\n\u3164'), '')
  assert.equal(cleanText(' one\r\ntwo\n'), 'one\r\ntwo')
})

test('a cut leaves whole characters, as many as asked for', () => {
  assert.equal(cutText(`${'x'.repeat(199)}${'👩‍👧'.repeat(9)}`, 200), `${'x'.repeat(199)}👩‍👧`)
  assert.equal(cutText('नमस्ते दुनिया', 3), graphemes('नमस्ते दुनिया').slice(0, 3).join(''))
  assert.equal(cutText('🇮🇳🇩🇪🇫🇷', 2), '🇮🇳🇩🇪')
  assert.equal(cutText('a'.repeat(1_000_000), 5), 'aaaaa')
  const unit = fc.constantFrom(
    'a',
    ' ',
    'é',
    'e\u0301',
    '👩‍👧',
    '🇮🇳',
    '\u200d',
    '\ufe0f',
    '\ud83d',
    'न',
    '्',
  )
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const cut = cutText(text, max)
        assert.ok(cut.length <= max * 4)
        if (cut.length < text.length && cut.length <= max * 2)
          assert.ok(graphemes(cut).every((each, index) => each === graphemes(text)[index]))
        assert.equal(cutText(cut, max), cut)
      },
    ),
    { seed: 4, numRuns: 500 },
  )
})

test('one character with endless accents does not exceed the limit', () => {
  assert.ok(cutText(`a${'\u0301'.repeat(100_000)}`, 200).length <= 800)
})
