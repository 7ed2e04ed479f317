import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  newFieldRow,
  toContactPatch,
  toContactValues,
  toFields,
  toNewContact,
} from './save-contact.ts'

const contact = {
  name: 'Ana',
  phone_e164: '+15550100',
  email: null,
  campaign: null,
  language: null,
  fields: { size: 'M', city: 'Porto' },
}
const empty = toContactValues()

test('a new contact is created with what is filled in', () => {
  const values = { ...empty, name: ' Ana ', email: '  ' }
  assert.deepEqual(toNewContact(values), { name: 'Ana', source: 'manual' })
})

test('only changed columns are sent, and an emptied one as null', () => {
  const values = { ...empty, name: 'Ana', phoneE164: '', email: 'ana@example.com' }
  const { fields: _, ...columns } = toContactPatch(contact, values)
  assert.deepEqual(columns, { phone_e164: null, email: 'ana@example.com' })
})

test('a removed or renamed custom field is sent as null', () => {
  const values = { ...empty, fields: [newFieldRow('size', 'L'), newFieldRow('town', 'Porto')] }
  assert.deepEqual(toContactPatch(contact, values)['fields'], {
    size: 'L',
    town: 'Porto',
    city: null,
  })
})

test('rows without a name or a value are no custom fields', () => {
  const rows = [newFieldRow(' a ', ' 1 '), newFieldRow('b', ' '), newFieldRow('', 'c')]
  assert.deepEqual(toFields(rows), { a: '1' })
})

test('defined fields are sent if they were changed, beside those without a definition', () => {
  const definitions = [{ key: 'size' }, { key: 'vip' }, { key: 'age' }]
  const values = toContactValues(contact as never, definitions)
  assert.deepEqual(
    values.fields.map(({ name, value }) => [name, value]),
    [['city', 'Porto']],
  )
  assert.deepEqual(toContactPatch(contact, values), { fields: {} })
  const [size, vip, age] = values.custom
  const custom = [{ ...size!, value: '' }, { ...vip!, value: 'true' }, age!]
  assert.deepEqual(toContactPatch(contact, { ...values, custom })['fields'], {
    size: null,
    vip: 'true',
  })
  assert.deepEqual(toNewContact({ ...empty, name: 'Ana', custom }), {
    name: 'Ana',
    fields: { vip: 'true' },
    source: 'manual',
  })
})
