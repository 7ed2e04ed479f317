import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FIELD_NAMES } from '#contacts/field-names.ts'
import { readFieldName } from '#contacts/read-field-name.ts'
import { FORM_PROVIDERS } from '#shared/forms.ts'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'
import { MULTIPART } from './submission.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A submission in the shape of a public bug report. A body of pairs holds the fields of an HTML form. */
type Shape = {
  shape: string
  provider: string
  content_type: string
  body: Json
  expected: Record<'name' | 'phone' | 'email' | 'message' | 'campaign' | 'mark', string | null>
}

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'
const shapes = JSON.parse(
  readFileSync(new URL('reported-shapes.json', import.meta.url), 'utf8'),
) as Shape[]

function check(
  { shape, provider, expected }: Shape,
  how: string,
  type: string,
  body: string | Buffer,
  changed: Partial<Shape['expected']> = {},
): void {
  const read = readSubmission(parseSubmission(type, Buffer.from(body as string)), provider)
  const mapped = mapFields(read.fields, 'IN')
  const found = {
    name: mapped.name ?? null,
    phone: mapped.phoneE164 ?? null,
    email: mapped.email ?? null,
    message: mapped.message ?? null,
    campaign: mapped.campaign ?? null,
    mark: read.mark?.kind ?? null,
  }
  assert.deepEqual(
    found,
    { ...expected, ...changed },
    `${shape}, ${how}: ${String(body).slice(0, 300)}`,
  )
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes every object of a body, the inner ones first. */
const changeObjects = (
  value: Json,
  change: (members: [string, Json][]) => [string, Json][],
): Json => {
  if (Array.isArray(value)) return value.map((item) => changeObjects(item, change))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, child]): [string, Json] => [
    key,
    changeObjects(child, change),
  ])
  return Object.fromEntries(change(members))
}

/** Writes a body as an HTML form does: `a[b][0]=x`. */
const toPairs = (value: Json, path: string): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((item, at) => toPairs(item, `${path}[${at}]`))
  if (!isObject(value)) return [[path, value === null ? '' : String(value)]]
  return Object.entries(value).flatMap(([key, child]) =>
    toPairs(child, path === '' ? key : `${path}[${key}]`),
  )
}

const pairsOf = ({ body, content_type: type }: Shape) =>
  type === URLENCODED ? (body as [string, string][]) : toPairs(body, '')

const ofJson = shapes.filter(({ content_type: type }) => type === JSON_TYPE)
const ofNoService = ofJson.filter(({ provider }) => ['generic', 'zapier'].includes(provider))

test('the submissions of public bug reports are read as their visitors meant them', () => {
  for (const shape of shapes)
    if (shape.content_type === JSON_TYPE)
      check(shape, 'as it is', JSON_TYPE, JSON.stringify(shape.body))
    else check(shape, 'as it is', URLENCODED, new URLSearchParams(pairsOf(shape)).toString())
})

test('a submission that has no service is read alike in a form of any service', () => {
  for (const shape of ofNoService)
    for (const provider of FORM_PROVIDERS)
      check({ ...shape, provider }, provider, JSON_TYPE, JSON.stringify(shape.body))
})

test('the order of members makes no difference', () => {
  for (const shape of ofJson)
    for (let step = 0; step < 6; step++) {
      const body = changeObjects(shape.body, (members) => {
        const at = (members.length * step) / 5
        return [...members.slice(at), ...members.slice(0, at)].toReversed()
      })
      check(shape, `order ${step}`, JSON_TYPE, JSON.stringify(body))
    }
})

test('a submission that is nested one level deeper is read alike', () => {
  const wraps: ((body: Json) => Json)[] = [
    (body) => ({ hook: body }),
    (body) => ({ event: 'submitted', id: 7, name: 'My form', data: body }),
    (body) => ({ title: 'My form', url: 'https://shop.example/form', item: body }),
    (body) => ({ version: 2, body: JSON.stringify(body) }),
    (body) => [body],
    (body) => ({ form: { name: 'My form', id: 4 }, received: body }),
  ]
  for (const shape of ofNoService.filter(({ body }) => !Array.isArray(body)))
    for (const [at, wrap] of wraps.entries())
      check(shape, `wrap ${at}`, JSON_TYPE, JSON.stringify(wrap(shape.body)))
})

test('what is not about the visitor can have any name', () => {
  const others = [
    'widget',
    'website',
    'list',
    'conversion_button',
    'favorites',
    'scheduled_event',
    'meta',
  ]
  for (const shape of ofNoService)
    for (const name of [
      'popup',
      'funnel',
      'Kanal',
      'box7',
      'campagna_web',
      'плашка',
      'thing',
      'order',
    ])
      check(
        shape,
        name,
        JSON_TYPE,
        JSON.stringify(
          changeObjects(shape.body, (members) =>
            members.map(([key, child]) => [others.includes(key) ? name : key, child]),
          ),
        ),
      )
})

test('the visitor is found by structure alone, if no object has a known name', () => {
  for (const shape of ofNoService)
    for (let step = 0; step < 10; step++) {
      let count = step
      const words = ['alpha', 'brett', 'karton', 'плюс', 'zeta9', 'omegaBox', 'x']
      const body = changeObjects(shape.body, (members) =>
        members.map(([key, child]) => {
          const isHolder = typeof child === 'object' && !key.startsWith('name')
          return [isHolder ? `${words[count++ % words.length]}${step}_${count}` : key, child]
        }),
      )
      check(shape, `names ${step}`, JSON_TYPE, JSON.stringify(body))
    }
})

test('a visitor can have any name that people have', () => {
  for (const shape of ofNoService)
    for (const name of [
      'customer',
      'leadInfo',
      'subscriber',
      'Kunde',
      'cliente',
      'guest_details',
      'person',
      'клиент',
    ])
      check(
        shape,
        name,
        JSON_TYPE,
        JSON.stringify(
          changeObjects(shape.body, (members) =>
            members.map(([key, child]) => [
              ['visitor', 'contact', 'lead'].includes(key) && isObject(child) ? name : key,
              child,
            ]),
          ),
        ),
      )
})

test('labels are read in every language of the dictionary', () => {
  const kinds = ['name', 'first_name', 'last_name', 'email', 'phone', 'message'] as const
  const translate = (label: string, language: keyof typeof FIELD_NAMES.name, turn: number) => {
    const read = readFieldName(label)
    const kind = kinds.find((each) => each === read?.kind && read.sureness === 2)
    if (!kind) return label
    const names = FIELD_NAMES[kind][language].split(', ').filter((name) => !name.endsWith('?'))
    return names[turn % names.length] ?? label
  }
  for (const language of Object.keys(FIELD_NAMES.name) as (keyof typeof FIELD_NAMES.name)[])
    for (const shape of ofNoService)
      for (const turn of [0, 1, 2]) {
        const body = changeObjects(shape.body, (members) =>
          members.map(([key, child]) => {
            const isLabel = ['title', 'question', 'name', 'field'].includes(key)
            const isAnswer = members.some(([name]) => ['value', 'answer'].includes(name))
            if (isLabel && isAnswer)
              return [key, typeof child === 'string' ? translate(child, language, turn) : child]
            return [isObject(child) ? key : translate(key, language, turn), child]
          }),
        )
        check(shape, `${language} ${turn}`, JSON_TYPE, JSON.stringify(body))
      }
})

test('a submission is read in every encoding', () => {
  for (const shape of shapes) {
    const pairs = pairsOf(shape)
    const isTop = Array.isArray(shape.body) && shape.content_type === JSON_TYPE
    if (!isTop) {
      check(shape, 'urlencoded', URLENCODED, new URLSearchParams(pairs).toString())
      check(shape, 'multipart', MULTIPART, JSON.stringify({ fields: pairs, files: [] }))
      check(shape, 'under the type of JSON', JSON_TYPE, new URLSearchParams(pairs).toString())
    }
    if (shape.content_type !== JSON_TYPE) continue
    const text = JSON.stringify(shape.body)
    check(shape, 'as text', 'text/plain;charset=UTF-8', text)
    check(shape, 'in the text of JSON', JSON_TYPE, JSON.stringify(text))
    check(shape, 'with a mark', JSON_TYPE, `\ufeff${text}`)
    check(shape, 'in UTF-16', JSON_TYPE, Buffer.from(`\ufeff${text}`, 'utf16le'))
    check(shape, 'in one field', URLENCODED, new URLSearchParams({ payload: text }).toString())
    // Every script is within ASCII as an escape.
    const ascii = text.replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    check(shape, 'escaped', `${JSON_TYPE}; charset=iso-8859-1`, ascii)
  }
})

test('a plus sign that a form does not encode is one', () => {
  const read = (type: string, body: string) =>
    mapFields(readSubmission(parseSubmission(type, Buffer.from(body))).fields, 'IN').phoneE164
  for (const label of ['phone', 'lead[phone]', 'fields[mobile][value]', 'Contact%20No', 'Telefon'])
    for (const [type, number, expected] of [
      [URLENCODED, '+6591230118', '+6591230118'],
      [URLENCODED, '+65+9123+0118', '+6591230118'],
      [JSON_TYPE, '+447911123458', '+447911123458'],
      [URLENCODED, '+98123+45679', '+919812345679'],
      [URLENCODED, '%2B6591230118', '+6591230118'],
    ] as const)
      assert.equal(read(type, `name=Uma+Iyer&${label}=${number}`), expected, `${label} ${number}`)
})

test('a submission in an older encoding of Windows is read, whether it says so or not', () => {
  const accent = (text: string) =>
    text.replace(/[aeou](?!.*[aeou])/, (vowel) => `${vowel}\u0308`.normalize())
  for (const shape of shapes) {
    const { name } = shape.expected
    if (!name || /[^\0-\x7f]/.test(JSON.stringify(shape.body))) continue
    const words = name.split(' ')
    const write = (text: string) =>
      Buffer.from(
        words.reduce((all, word) => all.replaceAll(word, accent(word)), text),
        'latin1',
      )
    const changed = { name: words.map(accent).join(' ') }
    assert.notEqual(changed.name, name)
    const form = pairsOf(shape)
      .map(([key, value]) => `${key}=${value.replaceAll(/[%&+=]/g, encodeURIComponent)}`)
      .join('&')
    for (const charset of [
      '',
      '; charset=utf-8',
      '; charset=iso-8859-1',
      ';charset="Windows-1252"',
    ]) {
      if (!Array.isArray(shape.body) || shape.content_type === URLENCODED)
        check(shape, `urlencoded${charset}`, `${URLENCODED}${charset}`, write(form), changed)
      if (shape.content_type === JSON_TYPE)
        check(
          shape,
          `JSON${charset}`,
          JSON_TYPE + charset,
          write(JSON.stringify(shape.body)),
          changed,
        )
    }
  }
})
