import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { closedObject, nullable, Problem, titled } from './schemas.ts'

/** The most items of a batch. */
export const BATCH_ITEMS_MAX = 100

/** The field of an item that makes a repeat of it return the first result. */
const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    'x-message': 'must have 1 to 255 visible ASCII characters',
    description:
      'Makes a repeat of this item return its first result for 24 hours. By default it follows from the `Idempotency-Key` of the request and the position of the item.',
  }),
)

/** Returns the schema of an item of a batch: the fields of `body`, and an idempotency key. */
export function batchItem<B extends TObject>(body: B) {
  return closedObject({
    ...body.properties,
    idempotency_key: IDEMPOTENCY_KEY,
  } as B['properties'] & {
    idempotency_key: typeof IDEMPOTENCY_KEY
  })
}

/** Returns the schema of the body of a batch of `item`. */
export function batchBody<I extends TObject>(item: I) {
  return closedObject({
    items: Type.Array(item, {
      minItems: 1,
      maxItems: BATCH_ITEMS_MAX,
      description: 'Each is done on its own: one that fails changes nothing of the others.',
    }),
  })
}

/** Returns the schema of the response to a batch whose items become a `resource`. */
export function batchResults<R extends TObject>(resource: R, title: string) {
  return titled(`${title}Results`, {
    data: Type.Array(
      titled(`${title}Result`, {
        status: Type.Integer({ description: 'The status that a request for this item has.' }),
        body: nullable(resource),
        problem: nullable(Problem),
      }),
      { description: 'The results, in the order of the items.' },
    ),
  })
}
