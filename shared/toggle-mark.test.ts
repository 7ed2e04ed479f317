import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toggleMark } from './toggle-mark.ts'
import type { TextMark } from './formatted-text.ts'

/** Toggles a mark in a text whose selection is between `[` and `]`, and returns it in the same form. */
function toggle(selected: string, mark: TextMark = 'bold'): string {
  const start = selected.indexOf('[')
  const end = selected.indexOf(']') - 1
  const made = toggleMark({ text: selected.replace(/[[\]]/g, ''), start, end }, mark)
  const { text } = made
  return `${text.slice(0, made.start)}[${text.slice(made.start, made.end)}]${text.slice(made.end)}`
}

test('a mark is added around the selected words, without the spaces beside them', () => {
  assert.equal(toggle('Pay [today ] or'), 'Pay [*today* ] or')
  assert.equal(toggle('[नमस्ते]', 'italic'), '[_नमस्ते_]')
  assert.equal(toggle('[a]', 'struck'), '[~a~]')
  assert.equal(toggle('[a]', 'code'), '[`a`]')
})

test('a mark is added to each selected line, after the sign of a list', () => {
  assert.equal(toggle('[- a\n\n2. b\n> c]'), '[- *a*\n\n2. *b*\n> *c*]')
})

test('a mark that is there is removed, selected or not', () => {
  assert.equal(toggle('Pay [*today*]'), 'Pay [today]')
  assert.equal(toggle('Pay *[today]*'), 'Pay [today]')
  assert.equal(toggle('[*a*\n*b*]'), '[a\nb]')
  assert.equal(toggle('[*a*\nb]'), '[*a*\n*b*]')
})

test('without a selection both signs are added, and the same keys lead out of them', () => {
  assert.equal(toggle('Pay []'), 'Pay *[]*')
  assert.equal(toggle('Pay *[]*'), 'Pay []')
  assert.equal(toggle('Pay *today[]* or'), 'Pay *today*[] or')
})
