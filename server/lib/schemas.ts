import { Type } from 'typebox'
import type { Static, TObject, TObjectOptions, TOptional, TProperties, TSchema } from 'typebox'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { HELD_BY } from '#shared/bots.ts'
import { ERROR_CODES } from '#shared/errors.ts'

/** A UUID. Ids that we create are version 7. */
export const Id = Type.String({
  title: 'Id',
  format: 'uuid',
  description: 'A UUID.',
  examples: ['019b2c4e-0001-7000-8000-000000000001'],
})

/** An RFC 3339 timestamp in UTC with milliseconds. It is a `Date` before serialization. */
export const Time = Type.Unsafe<Date>(
  Type.String({
    title: 'Time',
    format: 'date-time',
    description: 'RFC 3339 in UTC.',
    examples: ['2026-11-25T08:30:00.000Z'],
  }),
)

/** Returns the schema of a text that may be empty. */
export function limitedText(maxLength: number, description: string) {
  return Type.String({ maxLength, description })
}

/** Returns the schema of a text that must not be empty. */
export function filledText(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description })
}

/** Returns the schema of an id in a body or a query. */
export function idText(description: string) {
  return Type.String({ format: 'uuid', description })
}

/** Returns the schema of a time in a body or a query. */
export function timeText(description: string) {
  return Type.String({ format: 'date-time', description })
}

/** Returns the schema of a timestamp with a description. */
export function describedTime(description: string) {
  return Type.Unsafe<Date>({ ...Time, description })
}

/** Returns fields that an object can lack. */
export function optionals<P extends TProperties>(properties: P) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [Name in keyof P]: TOptional<P[Name]> }
}

/** Returns the schema of an object that the API's description lists by its title, with a description if one is given. */
export function titled<P extends TProperties>(title: string, properties: P, description?: string) {
  return Type.Object(properties, { title, ...(description !== undefined && { description }) })
}

/** Returns a schema that also accepts null, with a description if one is given. */
export function nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], { ...(description !== undefined && { description }) })
}

/** Returns the schema of an object with these fields, which rejects all others. */
export function closedObject<P extends TProperties>(properties: P, options: TObjectOptions = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** The names of the fields of schemas. Rows are converted by the thousand, so they are listed once. */
const fieldNames = new WeakMap<TProperties, string[]>()

/** Returns the fields of a row that a resource with this schema has, in the order of the schema. */
export function pickFields<P extends TProperties>(
  { properties }: TObject<P>,
  row: Static<TObject<P>>,
): Static<TObject<P>> {
  const values: Record<string, unknown> = { ...row }
  const picked: Record<string, unknown> = {}
  const names = fieldNames.getOrInsertComputed(properties, Object.keys)
  for (const name of names) if (Object.hasOwn(values, name)) picked[name] = values[name]
  return picked as Static<TObject<P>>
}

/** An optional filter with up to 100 ids; use `readIds`. */
export function idList(description: string) {
  return Type.Optional(Type.String({ maxLength: 3_700, description }))
}

/** Who did something. The id of the product itself is null. */
export const Actor = titled('Actor', {
  type: Type.Enum([...ACTOR_TYPES], { description: 'The kind of actor.' }),
  id: nullable(Id),
})

/** How many there are, counted up to a limit. */
export const CappedCount = titled('CappedCount', {
  count: Type.Integer({ minimum: 0, description: 'How many there are, up to the limit.' }),
  is_capped: Type.Boolean({ description: 'Whether there are more than `count`.' }),
})

/** How many there are, counted up to a limit. */
export type CappedCount = Static<typeof CappedCount>

/** The path parameters of a route for one resource. */
export const IdParams = Type.Object({
  id: Type.String({ maxLength: 256, description: 'The id of the resource, a UUID.' }),
})

/** An empty body. Unknown fields are rejected. */
export const EmptyBody = closedObject({})

/** An empty query. Unknown fields are rejected. */
export const EmptyQuery = closedObject({})

/** An error response. Source: RFC 9457. */
export const Problem = titled('Problem', {
  type: Type.String({
    format: 'uri-reference',
    pattern: '^/problems#',
    'x-message': 'must start with /problems#',
    description: 'The address of a page that explains the code.',
    examples: ['/problems#validation_failed'],
  }),
  title: Type.String({ minLength: 1, description: 'The meaning of the code.' }),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
  code: Type.Enum([...ERROR_CODES], {
    description: 'A stable error code. Build on it instead of on `title` or `detail`.',
  }),
  detail: Type.String({ minLength: 1, description: 'The fault of this request, for people.' }),
  request_id: Type.String({
    maxLength: 128,
    description: 'The id of the request. Quote it to support.',
  }),
  errors: Type.Optional(
    Type.Array(
      titled('FieldError', {
        field: Type.String({
          description: 'The dotted path of the field in the body or the query.',
        }),
        code: Type.String({
          minLength: 1,
          description: 'The problem, such as `required`, `unknown_field` or `too_long`.',
        }),
        message: Type.String({
          minLength: 1,
          description: 'The problem as a sentence without its subject.',
        }),
      }),
      { description: 'The invalid fields. Present only with status 422.' },
    ),
  ),
  held_by: Type.Optional(
    Type.Object(
      {
        type: Type.Enum([...HELD_BY]),
        id: nullable(Id),
        version: Type.Integer(),
      },
      { description: 'Who holds the conversation. Present only with the code `not_holder`.' },
    ),
  ),
})
