import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapFields } from './map-fields.ts'

const map = (values: Record<string, string>, types: Record<string, string> = {}) => {
  const {
    fields: _fields,
    custom: _custom,
    ...mapped
  } = mapFields(
    Object.entries(values).map(([key, value]) => ({
      key,
      label: key,
      type: types[key] ?? '',
      value,
    })),
    'IN',
  )
  return Object.fromEntries(Object.entries(mapped).filter(([, value]) => value !== undefined))
}

const person = { name: 'Ana Souza', phoneE164: '+919812345678', email: 'ana@example.com' }

test('name, phone and email are found under labels of several languages', () => {
  for (const [name, phone, email] of [
    ['name', 'phone', 'email'],
    ['your-name', 'your-tel', 'your-email'],
    ['Full Name', 'Mobile Number', 'E-mail'],
    ['What is your name?', 'Your WhatsApp', 'Your e-mail address'],
    ['customerName', 'phoneNumber', 'emailAddress'],
    ['contact.name', 'contact.phone', 'contact.email'],
    ['Nombre completo', 'Teléfono', 'Correo electrónico'],
    ['Nome', 'Celular', 'Seu e-mail'],
    ['Nom', 'Numéro de téléphone', 'Courriel'],
    ['Ihr Name', 'Handynummer', 'E-Mail'],
    ['आपका नाम', 'मोबाइल नंबर', 'ईमेल'],
    ['नाम', 'फ़ोन', 'ई-मेल'],
  ] as const)
    assert.deepEqual(
      map({ [name]: 'Ana Souza', [phone]: '98123 45678', [email]: 'ana@example.com' }),
      person,
      name,
    )
})

test('first and last names become one name', () => {
  for (const [first, last] of [
    ['first_name', 'last_name'],
    ['fname', 'lname'],
    ['Nombre', 'Apellidos'],
    ['Vorname', 'Nachname'],
    ['Prénom', 'Nom'],
    ['Prénom', 'Nom de famille'],
    ['पहला नाम', 'उपनाम'],
  ] as const)
    assert.equal(map({ [last]: 'Souza', [first]: 'Ana' })['name'], 'Ana Souza', first)
  assert.equal(map({ first_name: 'Ana', full_name: 'Ana Souza' })['name'], 'Ana Souza')
})

test('the kind of a field says more than its label', () => {
  assert.deepEqual(
    map(
      { 'Who are we speaking to? (name)': 'Ana', a: '9812345678', b: 'ana@example.com' },
      { a: 'tel', b: 'email' },
    ),
    { ...person, name: 'Ana' },
  )
})

test('a name that is not the person’s is left alone', () => {
  for (const label of [
    'Company name',
    'User name',
    'form_name',
    'Name of your pet',
    'Nome da empresa',
  ])
    assert.equal(map({ [label]: 'Acme' })['name'], undefined, label)
})

test('message and campaign are found', () => {
  const mapped = map({
    email: 'a@b.in',
    'Your message': 'Call me',
    utm_campaign: 'diwali',
    utm_source: 'ig',
  })
  assert.deepEqual([mapped['message'], mapped['campaign']], ['Call me', 'diwali'])
  assert.equal(map({ Campaign: 'x', utm_campaign: 'y' })['campaign'], 'x')
})

test('a value that is no phone or email is none, whatever its label says', () => {
  assert.deepEqual(map({ phone: 'please write', email: 'no thanks' }), {})
  assert.equal(map({ 'How can we reach you?': 'ana@example.com' })['email'], 'ana@example.com')
})
