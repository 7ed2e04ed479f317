import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addKey, explainKeys, withKeysOf } from './explain-keys.ts'

test('keys of another shortcut are refused, with its name', () => {
  assert.deepEqual(explainKeys('inbox_close', 's', {}), { kind: 'conflict', with: 'inbox_snooze' })
  assert.equal(explainKeys('inbox_close', 's', { inbox_snooze: 'x' }), null)
  assert.deepEqual(explainKeys('inbox_close', 'mod+w', {}), { kind: 'invalid' })
  assert.equal(explainKeys('inbox_close', null, {}), null)
})

test('keys of a shortcut that would lose them are refused, until it has others', () => {
  assert.deepEqual(explainKeys('inbox_close', 'x', {}), { kind: 'conflict', with: 'inbox_select' })
  assert.equal(explainKeys('inbox_close', 'x', { inbox_select: 'q' }), null)
  assert.equal(explainKeys('inbox_close', 'x', { inbox_select: null }), null)
})

test('a reset is refused while another shortcut has the default keys', () => {
  const chosen = { inbox_close: 'x', inbox_snooze: 'e' }
  assert.deepEqual(explainKeys('inbox_close', undefined, chosen), {
    kind: 'conflict',
    with: 'inbox_snooze',
  })
  assert.deepEqual(withKeysOf('inbox_close', undefined, chosen), { inbox_snooze: 'e' })
})

test('two keys within a second are a sequence; a later key begins another one', () => {
  const first = addKey(null, 'g', 0)
  assert.equal(addKey(first, 'x', 500).keys, 'g x')
  assert.equal(addKey(first, 'x', 2000).keys, 'x')
  assert.equal(addKey(addKey(first, 'x', 500), 'y', 600).keys, 'y')
  assert.equal(addKey(first, 'mod+e', 100).keys, 'mod+e')
})
