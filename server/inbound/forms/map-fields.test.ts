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

test('a number without a country code is one of the country beside it, however that is written', () => {
  const singapore = '+6591230117'
  for (const [key, code] of [
    ['country_code', '+65'],
    ['countryCode', '65'],
    ['Dial code', '0065'],
    ['phone_country_code', 'SG'],
    ['ISD', 'sg'],
    ['Ländervorwahl', '+65'],
    ['country', 'SG'],
    ['Country', 'Singapore'],
    ['País', 'Singapur'],
    ['देश', 'सिंगापुर'],
  ] as const)
    for (const number of ['9123 0117', '91230117'])
      assert.equal(map({ phone: number, [key]: code })['phoneE164'], singapore, `${key} ${code}`)
  assert.equal(map({ phone: '6591230117', country_code: '65' })['phoneE164'], singapore)
  assert.equal(map({ phone: '+91 98123 45678', country_code: '65' })['phoneE164'], person.phoneE164)
  assert.equal(
    map({ phone: '98123 45678', country: 'United States' })['phoneE164'],
    person.phoneE164,
  )
  assert.equal(map({ phone: '98123 45678', country_code: 'none' })['phoneE164'], person.phoneE164)
})

test('a blank before a number is a plus sign that was not encoded, if the number is one', () => {
  for (const [phone, expected] of [
    [' 6591230117', '+6591230117'],
    [' 447911123456', '+447911123456'],
    [' 919812345678', '+919812345678'],
    [' 9812345678', '+919812345678'],
    ['  98123 45678', '+919812345678'],
  ] as const)
    assert.equal(map({ phone })['phoneE164'], expected, phone)
})

test('a phone number in international form is one under any label, if it is the only one', () => {
  for (const label of ['Reach us', 'text_reminder_number', 'contact', 'q7', 'कहाँ बुलाएँ?'])
    for (const value of ['+91 98123 45678', '+919812345678', '0091-98123-45678'])
      assert.equal(map({ [label]: value })['phoneE164'], person.phoneE164, label)
  assert.equal(map({ contact: '98123 45678' })['phoneE164'], person.phoneE164)
  assert.deepEqual(map({ a: '+919812345678', b: '+919812345679' }), {})
  assert.deepEqual(map({ Fax: '+919812345678', 'Emergency contact': '+919812345679' }), {})
  assert.deepEqual(map({ order: '9812345678', sku: '0012', size: '+10' }), {})
})

test('a label that contains a word for names is a name only if all its words are known', () => {
  for (const label of [
    'Popup name',
    'funnel_name',
    'widgetName',
    'List name',
    'Name of your boat',
    'Kanal Name',
    'Nombre del caballo',
  ])
    assert.equal(map({ [label]: 'Acme', email: 'ana@example.com' })['name'], undefined, label)
  for (const label of [
    'Visitor name',
    'guestName',
    'Your full name, please',
    'Name *',
    '1. Name',
    'Name (as in your passport)',
    'Nome do cliente',
    'Name des Kunden',
  ])
    assert.equal(map({ [label]: 'Ana Souza' })['name'], 'Ana Souza', label)
})

test('a value that is no name is none, whatever its label says', () => {
  for (const name of ['ana@example.com', '98123 45678', '-', '\u3164', 'https://shop.example'])
    assert.equal(map({ name })['name'], undefined, name)
})
