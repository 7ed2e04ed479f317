import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areKeysValid, findKeyConflict, keysOf, SHORTCUT_IDS, SHORTCUTS } from './shortcuts.ts'

test('the default keys are valid and call one shortcut each', () => {
  for (const id of SHORTCUT_IDS) assert.ok(areKeysValid(SHORTCUTS[id].keys), id)
  assert.equal(findKeyConflict({}), undefined)
})

test('one character, two in sequence, and letters or digits with Ctrl are valid keys', () => {
  for (const keys of ['x', '?', '+', 'shift+x', 'g x', 'g shift+x', 'mod+e', 'mod+shift+7', 'ए'])
    assert.ok(areKeysValid(keys), keys)
})

test('keys that nobody can press or that browsers keep are refused', () => {
  for (const keys of [
    '',
    ' ',
    'X',
    'xy',
    'a b c',
    'enter',
    'mod+',
    'mod+w',
    'mod+c',
    'alt+x',
    'shift+7',
  ])
    assert.ok(!areKeysValid(keys), keys)
})

test('the same keys in areas that are shown together are a conflict', () => {
  assert.deepEqual(findKeyConflict({ inbox_close: 's' }), ['inbox_close', 'inbox_snooze'])
  assert.deepEqual(findKeyConflict({ conversation_reply: 'e' }), [
    'inbox_close',
    'conversation_reply',
  ])
  assert.deepEqual(findKeyConflict({ tickets_create: 'z' }), ['undo', 'tickets_create'])
})

test('keys that begin a sequence are a conflict with it', () => {
  assert.deepEqual(findKeyConflict({ inbox_close: 'g' }), ['go_inbox', 'inbox_close'])
})

test('areas that are never shown together may have the same keys, and so may a shortcut without keys', () => {
  assert.equal(findKeyConflict({ tickets_layout: 'e' }), undefined)
  assert.equal(findKeyConflict({ inbox_close: 's', inbox_snooze: null }), undefined)
})

test('a default added later yields to keys that a member chose, in areas that are shown together', () => {
  for (const keys of ['x', 'x y']) {
    const chosen = { inbox_close: keys, undo: null }
    assert.equal(findKeyConflict(chosen), undefined)
    assert.equal(keysOf('inbox_close', chosen), keys)
    assert.equal(keysOf('inbox_select', chosen), null)
    assert.equal(keysOf('tickets_select', chosen), 'x')
  }
  assert.equal(keysOf('tickets_select', { undo: 'x' }), null)
  assert.deepEqual(findKeyConflict({ inbox_close: 'x', inbox_select: 'x' }), [
    'inbox_select',
    'inbox_close',
  ])
})
