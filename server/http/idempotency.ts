import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#context.ts'
import { claimKey, findAnswers, releaseKey, saveAnswers } from '#db/idempotency-keys.ts'
import { runOnce } from '#db/run-once.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './authenticate.ts'

/**
 * Runs a writing verb at most once for the request's `Idempotency-Key` and responds with `status` and its
 * result.
 *
 * Stores the key and the encrypted answer in the verb's own transaction; a repeat waits while that is open.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  verb: (scope: Scope) => Promise<unknown>,
): Promise<FastifyReply> {
  const scope = scopeOf(request)
  const idempotency = readIdempotency(request)
  if (!idempotency) return reply.code(status).send(await verb(scope))
  const call = { input: undefined, idempotency }
  const [outcome] = await runOnce(scope, [call], status, async (tx) => [await verb(tx)])
  if (outcome!.status === 'rejected') throw outcome!.reason
  return sendAnswer(reply, outcome!.value)
}

/**
 * Works like `answerOnce` for a verb that calls the network, while no transaction may be open: stores the key before
 * the call and the answer after it. Refuses a repeat in between; a claim whose process died expires after a minute.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnceAround(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  verb: (scope: Scope) => Promise<unknown>,
): Promise<FastifyReply> {
  const scope = scopeOf(request)
  const idempotency = readIdempotency(request)
  if (!idempotency) return reply.code(status).send(await verb(scope))
  const stored = await claimKey(scope, idempotency)
  if (stored) return sendAnswer(reply, stored)
  let body: string
  try {
    body = JSON.stringify(await verb(scope))
    await saveAnswers(scope, [{ idempotency, status, body }])
  } catch (err) {
    await releaseKey(scope, idempotency)
    throw err
  }
  return sendAnswer(reply, { status, body, replayed: false })
}

/**
 * Works like `answerOnce` for a verb that needs a check over the network first: `check` runs while no transaction is
 * open, and not for a repeat whose answer is stored.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnceAfter(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  check: (scope: Scope) => Promise<void>,
  verb: (scope: Scope) => Promise<unknown>,
): Promise<FastifyReply> {
  const scope = scopeOf(request)
  const idempotency = readIdempotency(request)
  const stored = idempotency && (await findAnswers(scope, [idempotency]))(idempotency)
  if (stored) return sendAnswer(reply, stored)
  await check(scope)
  return answerOnce(request, reply, status, verb)
}

/**
 * Returns the result of `read`, or the stored answer of an earlier request with the key if `read` refuses this one: what it
 * checks, such as the country of the workspace, can have changed since.
 *
 * @throws {AppError} idempotency_key_reused, and those of `read` when no answer is stored
 */
export async function readOrReplay<T>(
  scope: Scope,
  idempotency: Idempotency | undefined,
  read: () => Promise<T>,
): Promise<{ input: T } | { stored: StoredAnswer }> {
  try {
    return { input: await read() }
  } catch (err) {
    const isRefused = idempotency !== undefined && err instanceof AppError
    const stored = isRefused && (await findAnswers(scope, [idempotency]))(idempotency)
    if (!stored) throw err
    return { stored }
  }
}

/** Sends a stored answer, with `Idempotent-Replayed` when it repeats an earlier one. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => body as string)
    .send(answer.body)
}

/** Returns the request's idempotency key, undefined when it has none. @throws {AppError} invalid_header */
export function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError(
      'invalid_header',
      'The Idempotency-Key header must contain 1 to 255 visible ASCII characters.',
    )
  return {
    route: `${request.method} ${request.routeOptions.url}`,
    key,
    fingerprint: createHash('sha256')
      .update(`${request.url}\n${JSON.stringify(request.body) ?? ''}`)
      .digest(),
  }
}
