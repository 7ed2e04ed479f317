import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELD_NAMES } from './field-names.ts'
import { readFieldName } from './read-field-name.ts'
import { readFieldNames } from './read-field-names.ts'

const kindOf = (name: string) => {
  const read = readFieldName(name)
  return (
    read &&
    [read.kind, read.sureness, read.labels ?? read.use, read.number].filter(
      (each) => each !== undefined,
    )
  )
}

test('each name of the dictionary is read as what it names, in any case and with any separator', () => {
  const kindsOf = new Map<string, Set<string>>()
  const all = Object.entries(FIELD_NAMES).flatMap(([kind, languages]) =>
    Object.values(languages).flatMap((names: string) =>
      names.split(', ').map((name) => ({ kind, name: name.replace('?', '') })),
    ),
  )
  for (const { kind, name } of all)
    kindsOf.set(
      name,
      (kindsOf.get(name) ?? new Set()).add(kind === 'chat' || kind === 'mobile' ? 'phone' : kind),
    )
  for (const { name } of all)
    for (const spelled of [
      name,
      name.toUpperCase(),
      `${name.replaceAll(' ', '_')}_2`,
      ` ${name.normalize('NFD')} *:`,
    ]) {
      const kind = readFieldName(spelled)?.kind
      assert.ok(kind !== undefined && kindsOf.get(name)!.has(kind), `${spelled} is ${kind}`)
    }
})

test('a name is read with the words that qualify it', () => {
  for (const [name, expected] of [
    ['Phone 1 - Value', ['phone', 2, 1]],
    ['E-mail 2 Address', ['email', 2, 2]],
    ['MobilePhone', ['phone', 2, 'mobile']],
    ['Téléphone (bureau)', ['phone', 2, 'work']],
    ['Mobil-Tel.-Nr.', ['phone', 2, 'mobile']],
    ['Teléfono del trabajo', ['phone', 2, 'work']],
    ['Номер сотового телефона', ['phone', 2, 'mobile']],
    ['मोबाईल क्रमांक', ['phone', 2, 'mobile']],
    ['No. HP', ['phone', 2, 'mobile']],
    ['WhatsApp number', ['phone', 2, 'chat']],
    ['SOYADI', ['last_name', 2]],
    ['names[first_name]', ['first_name', 2]],
    ['How can we reach you by phone?', ['phone', 1]],
    ['Contact', ['name', 1]],
    ['Number', ['phone', 1]],
    ['Email ID', ['email', 2]],
    ['Account Name', ['company', 2]],
    ['UTM Campaign', ['campaign', 2]],
    ['Phone country code', ['country_code', 2]],
    ['Mobile No. (with country code)', ['phone', 2, 'mobile']],
  ] as const)
    assert.deepEqual(kindOf(name), expected, name)
})

test('a name that only contains the word of another kind is not of that kind', () => {
  for (const [name, expected] of [
    ['Phone 1 - Type', ['label', 2, 'phone', 1]],
    ['Tipo de teléfono', ['label', 2, 'phone']],
    ['Phonetic First Name', ['other', 2]],
    ['E-mail Display Name', ['other', 2]],
    ['Fax geschäftlich', ['other', 2]],
    ['WhatsApp Opt-in', ['consent', 2]],
    ['Email Opt Out', ['consent', 2]],
    ['Default Address Phone', ['phone', 0, 'main']],
    ['Company Main Phone', ['phone', 0, 'main']],
    ['Nom complet de l’adresse de messagerie', ['email', 1]],
    ['Contact owner', ['other', 1]],
    ['Product name', ['other', 1]],
    ['Customer ID', ['id', 2]],
    ['Order number', ['other', 1]],
    ['Numero fattura', undefined],
    ['Wohnort', undefined],
  ] as const)
    assert.deepEqual(kindOf(name), expected, name)
})

test('a word for names is a part of them only beside the other part, in its language', () => {
  const kindsOf = (...names: string[]) => readFieldNames(names).map((each) => each?.kind)
  assert.deepEqual(kindsOf('Nom', 'Prénom'), ['last_name', 'first_name'])
  assert.deepEqual(kindsOf('Nom', 'Téléphone'), ['name', 'phone'])
  assert.deepEqual(kindsOf('Nombre', 'Apellidos'), ['first_name', 'last_name'])
  assert.deepEqual(kindsOf('Имя', 'Фамилия'), ['first_name', 'last_name'])
  assert.deepEqual(kindsOf('Ad', 'Soyad'), ['first_name', 'last_name'])
  assert.deepEqual(kindsOf('Name', 'Vorname'), ['last_name', 'first_name'])
  assert.deepEqual(kindsOf('Name', 'Given Name', 'Family Name'), [
    'name',
    'first_name',
    'last_name',
  ])
  assert.deepEqual(kindsOf('Name', 'First Name'), ['name', 'first_name'])
})
