import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nullable } from '#lib/schemas.ts'
import { createNullDropper, markOptionalNulls } from './create-null-dropper.ts'

const Place = Type.Object({
  latitude: Type.Number(),
  name: Type.Optional(Type.String()),
})
const Body = Type.Object({
  title: Type.String(),
  priority: Type.Optional(Type.Enum(['low', 'high'], { default: 'low', description: 'How soon.' })),
  due_at: Type.Optional(nullable(Type.String())),
  place: Type.Optional(Place),
  items: Type.Optional(Type.Array(Place)),
  given: nullable(Place),
  any: Type.Optional(Type.Unknown()),
})

test('an empty text means null where a field is optional', () => {
  assert.deepEqual(
    createNullDropper(Body)!({
      title: '',
      priority: '',
      due_at: '',
      place: '',
      any: '',
      given: '',
    }),
    { title: '', due_at: null, any: '', given: '' },
  )
  assert.deepEqual(createNullDropper(Body, true)!({ title: '', priority: '', due_at: '' }), {
    title: '',
    priority: '',
    due_at: null,
  })
})

test('an empty text in a filter is no wider filter', () => {
  const Filter = Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1 })) },
    { title: 'ContactFilter' },
  )
  const drop = createNullDropper(Type.Object({ filter: Type.Optional(Filter) }))!
  assert.deepEqual(drop({ filter: { q: '' } }), { filter: { q: '' } })
})

test('a null is dropped where a field is optional and does not accept null, at any depth', () => {
  const place = { latitude: 1, name: null }
  assert.deepEqual(
    createNullDropper(Body)!({
      title: null,
      priority: null,
      due_at: null,
      place,
      items: [place, { latitude: null }],
      given: place,
      any: null,
      unknown: null,
    }),
    {
      title: null,
      due_at: null,
      place: { latitude: 1 },
      items: [{ latitude: 1 }, { latitude: null }],
      given: { latitude: 1 },
      any: null,
      unknown: null,
    },
  )
})

test('a value of another type is left as it is, and a schema without such fields needs no dropper', () => {
  const drop = createNullDropper(Body)!
  for (const value of [null, [null], 'text', 1]) assert.deepEqual(drop(value), value)
  assert.deepEqual(drop({ items: 'text', place: [1] }), { items: 'text', place: [1] })
  assert.equal(createNullDropper(Type.Object({ title: Type.String() })), undefined)
})

test('the description of such fields accepts null, and keeps their default', () => {
  const { properties } = markOptionalNulls(Body) as { properties: Record<string, object> }
  assert.deepEqual(properties['priority'], {
    anyOf: [{ enum: ['low', 'high'] }, { type: 'null' }],
    description: 'How soon.',
    default: 'low',
  })
  assert.deepEqual(properties['title'], Body.properties.title)
  assert.deepEqual(properties['due_at'], Body.properties.due_at)
  assert.deepEqual(properties['any'], Body.properties.any)
  assert.match(
    JSON.stringify(properties['given']),
    /"name":\{"anyOf":\[\{"type":"string"\},\{"type":"null"\}\]\}/,
  )
})
