import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShortcut, toKeys } from './shortcuts.ts'

const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('a pressed key is written as shortcuts write it', () => {
  assert.equal(toKeys({ ...held, key: 'J' }), 'j')
  assert.equal(toKeys({ ...held, key: ' ' }), 'space')
  assert.equal(toKeys({ ...held, key: 'k', metaKey: true }), 'mod+k')
  assert.equal(toKeys({ ...held, key: 'k', ctrlKey: true }), 'mod+k')
  assert.equal(toKeys({ ...held, key: 'Enter', shiftKey: true }), 'shift+enter')
  assert.equal(toKeys({ ...held, key: 'T', shiftKey: true, altKey: true }), 'alt+shift+t')
})

test('Shift counts for letters and named keys, not for characters that need it on some layouts', () => {
  assert.equal(toKeys({ ...held, key: '?', shiftKey: true }), '?')
  assert.equal(toKeys({ ...held, key: 'T', shiftKey: true }), 'shift+t')
})

test('a modifier alone is no shortcut', () => {
  for (const key of ['Shift', 'Control', 'Alt', 'Meta', 'Dead'])
    assert.equal(toKeys({ ...held, key }), undefined)
})

test('the shortcut registered last wins', () => {
  const [outer, inner] = [{ keys: 'e' }, { keys: 'e' }]
  assert.equal(findShortcut([outer, inner], 'e', 'e').found, inner)
})

test('a sequence wins over its last key alone', () => {
  const [single, sequence] = [{ keys: 'i' }, { keys: 'g i' }]
  assert.equal(findShortcut([sequence, single], 'i', 'g i').found, sequence)
  assert.equal(findShortcut([sequence, single], 'i', 'i').found, single)
})

test('a key that begins a sequence waits for the next one', () => {
  assert.deepEqual(findShortcut([{ keys: 'g i' }], 'g', 'g'), {
    found: undefined,
    startsSequence: true,
  })
  assert.equal(findShortcut([{ keys: 'g i' }], 'x', 'x').startsSequence, false)
})
