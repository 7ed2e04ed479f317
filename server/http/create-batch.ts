import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { batchBody } from '#lib/batch-body.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { Type } from 'typebox'
import { describeError } from './reply-with-error.ts'
import { readIdempotency } from './read-idempotency.ts'
import { compileValidator } from './compile-validator.ts'
import { sendText } from './send-text.ts'

/** A valid item of a batch. */
export type BatchItem<I> = { input: I; idempotency: Idempotency | undefined }

/** The result of an item: its answer, or the error that it was refused with. */
export type ItemOutcome = PromiseSettledResult<StoredAnswer>

/** The body of a batch, of which each item is validated on its own. */
const Unchecked = Type.Object(
  { items: { ...batchBody(Type.Object({})).properties.items, items: {} } },
  { required: ['items'], additionalProperties: false },
)

/** The validator of a route of a batch: an item that is not valid does not make the body invalid. */
export function batchValidator({
  schema,
  httpPart,
  method,
}: {
  schema: unknown
  httpPart?: string
  method?: string
}) {
  return compileValidator(httpPart === 'body' ? Unchecked : (schema as object), httpPart, method)
}

/**
 * Creates a function that answers a batch of items of the schema `item` with one result for each, in their order, and the status
 * 207. Each item counts towards the rate limit, is validated, and is done at most once for its idempotency key. `run` does the valid
 * ones, and returns their outcomes in the same order.
 */
export function createBatch<I>(
  item: TObject,
  run: (request: FastifyRequest, items: BatchItem<I>[]) => Promise<ItemOutcome[]>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const validate = compileValidator(item, 'body', 'POST')

  function read(request: FastifyRequest, given: unknown, index: number): BatchItem<I> {
    // An item that is null would count as an empty body.
    const checked = validate(given === null ? [] : given)
    if ('error' in checked) throw checked.error
    const { idempotency_key: own, ...input } = checked.value as { idempotency_key?: string }
    const whole = readIdempotency(request)
    const key = own ?? (whole && `${whole.key} ${index}`)
    if (key === undefined) return { input: input as I, idempotency: undefined }
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest()
    const route = `${request.method} ${request.routeOptions.url}`
    return { input: input as I, idempotency: { route, key, fingerprint } }
  }

  return async (request, reply) => {
    const { items } = request.body as { items: unknown[] }
    readIdempotency(request)
    const allowed = 1 + request.server.takeRequests(request, reply, items.length - 1)
    const outcomes: (ItemOutcome | BatchItem<I>)[] = items.map((given, index) => {
      try {
        if (index >= allowed) throw tooMany()
        return read(request, given, index)
      } catch (reason) {
        return { status: 'rejected', reason }
      }
    })
    const valid = outcomes.filter((each) => 'input' in each)
    const done = await run(request, valid)
    const results = outcomes.map((each) => ('input' in each ? done[valid.indexOf(each)]! : each))
    if (results.every((each) => each.status === 'fulfilled' && each.value.replayed))
      reply.header('idempotent-replayed', 'true')
    const body = `{"data":[${results.map((each) => write(each, request)).join(',')}]}`
    return sendText(reply.code(207), 'application/json; charset=utf-8', body)
  }
}

/** Writes the result of an item; the body of a stored answer stays as it is, byte for byte. */
function write(outcome: ItemOutcome, request: FastifyRequest): string {
  if (outcome.status === 'fulfilled') {
    const { status, body } = outcome.value
    return `{"status":${status},"body":${body},"problem":null}`
  }
  const { status, problem } = describeError(outcome.reason, request)
  return JSON.stringify({ status, body: null, problem })
}

function tooMany(): AppError {
  return new AppError(
    'rate_limited',
    'Each item counts towards the rate limit. Repeat this item in a moment.',
  )
}
