import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { ERROR_CODES } from '#shared/errors.ts'

/** A UUID. Ids that we create are version 7. */
export const Id = Type.String({ format: 'uuid' })

/** An RFC 3339 timestamp in UTC with milliseconds. It is a `Date` before serialization. */
export const Time = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))

/** Returns a schema that also accepts null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** An optional filter with up to 100 ids; use `readIds`. */
export function idList(description: string) {
  return Type.Optional(Type.String({ maxLength: 3_700, description }))
}

/** Who did something. The id of the product itself is null. */
export const Actor = Type.Object(
  { type: Type.Enum([...ACTOR_TYPES]), id: nullable(Id) },
  { title: 'Actor' },
)

/** How many there are, counted up to a limit. */
export const CappedCount = Type.Object(
  {
    count: Type.Integer(),
    is_capped: Type.Boolean({ description: 'Whether there are more than `count`.' }),
  },
  { title: 'CappedCount' },
)

/** The path parameters of a route for one resource. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 256 }) })

/** An empty body. Unknown fields are rejected. */
export const EmptyBody = Type.Object({}, { additionalProperties: false })

/** An empty query. Unknown fields are rejected. */
export const EmptyQuery = Type.Object({}, { additionalProperties: false })

/** An error response. Source: RFC 9457. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.Enum([...ERROR_CODES], {
      description: 'A stable error code. Build on it instead of on `title` or `detail`.',
    }),
    detail: Type.String(),
    request_id: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          { field: Type.String(), code: Type.String(), message: Type.String() },
          { title: 'FieldError' },
        ),
        { description: 'The invalid fields. Present only with status 422.' },
      ),
    ),
  },
  { title: 'Problem' },
)
