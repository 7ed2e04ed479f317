import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatName, displayName, shorten } from './display-name.ts'

const nobody = { name: null, phone_e164: null, email: null, username: null }

test('a contact is shown by name, then phone number, then email, then username', () => {
  const all = { name: 'Ana', phone_e164: '+15550100', email: 'ana@example.com', username: 'ana' }
  assert.equal(displayName(all), 'Ana')
  assert.equal(displayName({ ...all, name: null }), '+1 5550100')
  assert.equal(displayName({ ...nobody, email: 'ana@example.com' }), 'ana@example.com')
  assert.equal(displayName({ ...nobody, username: 'ana.b' }), '@ana.b')
  assert.equal(displayName(nobody), null)
})

test('a name without a visible character is skipped', () => {
  assert.equal(displayName({ ...nobody, name: ' \u200d\u200b ', phone_e164: '+1' }), '+1')
})

test('a group conversation is shown by the name of the group', () => {
  const person = { ...nobody, name: 'Ana' }
  assert.equal(chatName({ group: { name: 'Team' }, person }), 'Team')
  assert.equal(chatName({ group: { name: ' ' }, person }), 'Ana')
  assert.equal(chatName({ group: null, person }), 'Ana')
})

test('a long text is cut, never inside a character', () => {
  assert.equal(shorten('short', 5), 'short')
  assert.equal(shorten('longer', 5), 'longe…')
  assert.equal(shorten('abc😀', 4), 'abc…')
})
