import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textAround } from './template-fields.ts'

const template = (text: string) => ({ components: [{ type: 'BODY', text }] })
const body = (key: string) => ({ part: 'body' as const, key })

test('a field of a template is named by the text around it', () => {
  const text = 'Hi {{1}}, {{2}} is ready.'
  assert.equal(textAround(template(text), body('1')), 'Hi [1], … is ready.')
  assert.equal(textAround(template(text), body('2')), 'Hi …, [2] is ready.')
})

test('long text around a field is shortened between words', () => {
  const long =
    'We are happy to tell you that your order {{1}} has left our warehouse in Pune today.'
  assert.equal(
    textAround(template(long), body('1')),
    '…tell you that your order [1] has left our warehouse in…',
  )
})

test('a named field is called by its name, one without text around it by its number', () => {
  assert.equal(textAround(template('Hi {{first_name}}!'), body('first_name')), 'first name')
  assert.equal(textAround(template('{{1}} {{2}}'), body('1')), null)
})
