import { Type } from 'typebox'
import type { TSchema } from 'typebox'

/** A UUID. Ids that we make are of version 7. */
export const Id = Type.String({ format: 'uuid' })

/** A time: RFC 3339, UTC, milliseconds. It is a `Date` on our side of the serializer. */
export const Time = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))

/** `schema`, or null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** The path of a route that names one resource. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 256 }) })

/** A body that says nothing: an unknown field in it is refused. */
export const EmptyBody = Type.Object({}, { additionalProperties: false })

/** A query that says nothing: an unknown field in it is refused. */
export const EmptyQuery = Type.Object({}, { additionalProperties: false })

/** An error answer. Source: RFC 9457. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'A stable word to build on.' }),
    detail: Type.String(),
    request_id: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }),
        { description: 'Only with status 422.' },
      ),
    ),
  },
  { title: 'Problem' },
)
