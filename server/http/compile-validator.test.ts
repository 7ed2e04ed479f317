import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { fieldError } from '#lib/errors.ts'
import type { AppError } from '#lib/errors.ts'
import { nullable } from '#lib/schemas.ts'
import { compileValidator } from './compile-validator.ts'

const check = compileValidator(
  Type.Object(
    {
      limit: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10 }))),
      kind: Type.Optional(nullable(Type.Enum(['a', 'b']))),
      size: Type.Optional(
        nullable(Type.Object({ width: Type.Integer() }, { additionalProperties: false })),
      ),
      headers: Type.Optional(
        Type.Union([
          Type.Record(Type.String(), Type.String({ maxLength: 3 })),
          Type.String({ maxLength: 5 }),
        ]),
      ),
      either: Type.Optional(
        Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
      ),
    },
    { additionalProperties: false },
  ),
  'body',
)

function fieldsOf(body: object): unknown[] {
  const { error } = check(body) as { error: AppError }
  return error.fields.map(({ field, code, message }) => [field, code, message])
}

test('an error of a value that can be null describes the value', () => {
  assert.deepEqual(fieldsOf({ limit: 0 }), [['limit', 'out_of_range', 'must be at least 1']])
  assert.deepEqual(fieldsOf({ limit: 11 }), [['limit', 'out_of_range', 'must be at most 10']])
  assert.deepEqual(fieldsOf({ limit: 'x' }), [
    ['limit', 'invalid_type', 'must be an integer or null'],
  ])
  assert.deepEqual(fieldsOf({ kind: 'c' }), [['kind', 'invalid_choice', 'must be one of a, b']])
  assert.deepEqual(fieldsOf({ size: { width: 1, depth: 2 } }), [
    ['size.depth', 'unknown_field', 'is not a known field'],
  ])
  assert.deepEqual(fieldsOf({ size: { width: 'x' } }), [
    ['size.width', 'invalid_type', 'must be an integer'],
  ])
})

test('a value of a union is validated by the branch of its type', () => {
  assert.deepEqual(fieldsOf({ headers: { a: 'long' } }), [
    ['headers.a', 'too_long', 'must have at most 3 characters'],
  ])
  assert.deepEqual(fieldsOf({ headers: 'longer' }), [
    ['headers', 'too_long', 'must have at most 5 characters'],
  ])
  assert.deepEqual(fieldsOf({ headers: 4 }), [
    ['headers', 'invalid_type', 'must be an object or a string'],
  ])
  assert.deepEqual(fieldsOf({ either: {}, limit: 0 }), [
    ['limit', 'out_of_range', 'must be at least 1'],
    ['either', 'invalid', 'must be one of the allowed types'],
  ])
  assert.deepEqual(check({ headers: 'short', limit: null }), {
    value: { headers: 'short', limit: null },
  })
})

test('a value that does not match a pattern is explained without showing the pattern', () => {
  const validate = compileValidator(
    Type.Object({
      account: Type.Optional(Type.String({ pattern: '^[0-9]+$', 'x-message': 'must be digits' })),
      code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
      id: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    'body',
  )
  const { error } = validate({ account: 'x', code: '1', id: '1' }) as { error: AppError }
  assert.deepEqual(
    error.fields.map(({ field, message }) => [field, message]),
    [
      ['account', 'must be digits'],
      ['code', 'has an invalid format'],
      ['id', 'must be a UUID'],
    ],
  )
})

test('an error about one field names the field, unless the message is a full sentence', () => {
  const detailOf = (message: string) => fieldError('validation_failed', 'since', message).message
  assert.equal(detailOf('must lie in the past'), 'since must lie in the past.')
  assert.equal(detailOf('The time is over.'), 'The time is over.')
})
