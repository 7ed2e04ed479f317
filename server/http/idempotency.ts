import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#context.ts'
import { deferAnswer, isAnswerDeferred } from '#db/outbox/deferred-answers.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import {
  claimKey,
  findAnswers,
  keyInFlight,
  releaseKey,
  saveAnswers,
} from '#db/idempotency-keys.ts'
import { runOnce } from '#db/run-once.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './authenticate.ts'

/** How long a repeat waits for the first request that changes the directory, and how often it looks for its answer. */
const FIRST_MS = 5_000
const LOOK_EVERY_MS = 25

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
 * Works like `answerOnce`, and passes the result of `read` to the verb. That runs before the transaction: it reads what the
 * verb needs of the directory. It refuses nothing, because a repeat gets the stored answer whatever has changed since.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnceWith<F>(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  read: (scope: Scope) => Promise<F>,
  verb: (scope: Scope, facts: F) => Promise<unknown>,
): Promise<FastifyReply> {
  const facts = await read(scopeOf(request))
  return answerOnce(request, reply, status, (scope) => verb(scope, facts))
}

/**
 * Works like `answerOnce` for a verb that changes the directory: `verb` runs in a transaction of the directory, with which the
 * answer is deferred, so that a process that ends between the commits answers a repeat all the same. A repeat waits for
 * the first request for some seconds.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export function answerOnceInDirectory(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  verb: (scope: Scope) => Promise<unknown>,
): Promise<FastifyReply> {
  return answerOncePrepared(request, reply, status, async () => undefined, verb)
}

/**
 * Works like `answerOnceInDirectory`, and passes the result of `prepare` to the verb. That runs before, with no transaction
 * open: it reads what the verb needs of the tenant, and may call the network.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOncePrepared<P>(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  prepare: (scope: Scope) => Promise<P>,
  verb: (scope: Scope, prepared: P) => Promise<unknown>,
): Promise<FastifyReply> {
  const scope = scopeOf(request)
  const idempotency = readIdempotency(request)
  const run = async () => {
    const prepared = await prepare(scope)
    return directoryTransaction(scope, async (tx) => {
      const result = await verb(tx, prepared)
      if (idempotency) await deferAnswer(tx, idempotency, { status, body: JSON.stringify(result) })
      return result
    })
  }
  if (!idempotency) return reply.code(status).send(await run())
  const stored = await claimOrWait(scope, idempotency)
  if (stored) return sendAnswer(reply, stored)
  let body: string
  try {
    body = JSON.stringify(await run())
  } catch (err) {
    if (!(await isAnswerDeferred(scope, idempotency))) await releaseKey(scope, idempotency)
    throw err
  }
  return sendAnswer(reply, { status, body, replayed: false })
}

/** Claims a key or returns its answer, for which it waits while the first request is running. */
async function claimOrWait(
  scope: Scope,
  idempotency: Idempotency,
): Promise<StoredAnswer | undefined> {
  for (const endsAt = performance.now() + FIRST_MS; ;) {
    try {
      // Before the claim: an answer that is no longer deferred is stored, and the claim finds it.
      if (await isAnswerDeferred(scope, idempotency)) throw keyInFlight()
      return await claimKey(scope, idempotency)
    } catch (err) {
      const isRunning = err instanceof AppError && err.code === 'idempotency_key_in_flight'
      if (!isRunning || performance.now() > endsAt) throw err
    }
    await delay(LOOK_EVERY_MS)
  }
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
