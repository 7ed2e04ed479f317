import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailMatchKeys, foldEmail, readEmail, restorePlusOfEmail } from './read-email.ts'

test('an address is read out of what people and programs write around it', () => {
  for (const raw of [
    'mira@shop.example',
    '  mira@shop.example\r\n',
    '\u00a0mira@shop.example\u200b',
    'mira@\u00adshop.example',
    'mailto:mira@shop.example',
    'MAILTO:mira@shop.example?subject=Hello%20you',
    'mailto:mira%40shop.example',
    'Mira Rao <mira@shop.example>',
    '"Rao, Mira" <mira@shop.example>',
    '<mira@shop.example>',
    'Mira < mailto:mira@shop.example >',
  ])
    assert.equal(readEmail(raw), 'mira@shop.example', JSON.stringify(raw))
})

test('names and domains of every script are accepted', () => {
  for (const email of [
    'office@bäckerei.example',
    'office@xn--bckerei-5wa.example',
    'post@दुकान.भारत',
    'jörg@shop.example',
    'a@localhost',
    "o'neil+news@shop.example",
    'a@[192.0.2.1]',
  ])
    assert.equal(readEmail(email), email)
})

test('a text that is no address, or more than one, is refused', () => {
  for (const text of [
    '',
    'mira',
    '@shop.example',
    'mira@',
    'mira@shop..example',
    'mira rao@shop.example',
    'mira@shop.example, raj@shop.example',
    'mira@shop@example',
    'mira@shop.example>',
    'mira<raj@shop.example',
    'mira@sh%6Fp.bäckerei',
    'mira@shop\u0000.example',
    `${'a'.repeat(250)}@shop.example`,
    '<'.repeat(100_000),
  ])
    assert.equal(readEmail(text), undefined, text.slice(0, 60))
})

test('both forms of a domain are one address, and a former spelling is among the keys', () => {
  const [unicode, ascii] = ['Office@BÄCKEREI.example', 'office@xn--bckerei-5wa.example']
  assert.equal(foldEmail(unicode), 'office@bäckerei.example')
  assert.equal(foldEmail(ascii), foldEmail(unicode))
  assert.deepEqual(emailMatchKeys(unicode).toSorted(), emailMatchKeys(ascii).toSorted())
  assert.ok(emailMatchKeys('post@日本。example').includes('post@日本。example'))
  assert.deepEqual(emailMatchKeys('Mira@Shop.example'), ['mira@shop.example'])
  assert.equal(foldEmail('a@1'), 'a@1')
})

test('a plus sign that arrived as a blank is restored', () => {
  assert.equal(restorePlusOfEmail('mira news@shop.example'), 'mira+news@shop.example')
  assert.equal(restorePlusOfEmail(' mira@shop.example '), 'mira@shop.example')
})
