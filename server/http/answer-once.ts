import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#db/context.ts'
import { deferAnswer, isAnswerDeferred } from '#db/outbox/defer-answer.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { claimKey, keyInFlight, releaseKey, saveAnswers } from '#db/claim-key.ts'
import { runOnce } from '#db/run-once.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './add-authentication.ts'
import { readIdempotency, readIdempotencyKey } from './read-idempotency.ts'
import { sendAnswer } from './send-answer.ts'

/**
 * How a writing verb runs once for the `Idempotency-Key` of its request.
 *
 * `tenant`: the key and the encrypted answer are stored in the verb's own transaction; a repeat waits while that is open.
 *
 * `directory`: the verb runs in a transaction of the directory, with which the answer is deferred, so that a process that
 * ends between the commits answers a repeat all the same. A repeat waits for the first request for some seconds.
 *
 * `around`: the verb calls the network, while no transaction may be open. The key is stored before the call and the answer
 * after it. A repeat in between is refused; a claim whose process died expires after a minute.
 */
export type Runs = 'tenant' | 'directory' | 'around'

/**
 * A writing verb of a request. `before` runs before its transaction: it reads what the verb needs of the other database, or calls the
 * network. For a verb in the tenant it refuses nothing, because a repeat gets the stored answer whatever has changed since. With
 * `identify` it may refuse, and runs before the key is claimed (`VerbAction`).
 */
type Verb = {
  status: number
  runs: Runs
  before: (scope: Scope) => Promise<unknown>
  identify?: ((facts: unknown) => object) | undefined
  discard?: ((facts: unknown) => Promise<void>) | undefined
  run: (scope: Scope, facts: unknown) => Promise<unknown>
}

/** How long a repeat waits for the first request that changes the directory, and how often it looks for its answer. */
const FIRST_MS = 5_000
const LOOK_EVERY_MS = 25

/**
 * Runs a writing verb at most once for the request's `Idempotency-Key` and responds with `status` and its result.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  verb: Verb,
): Promise<FastifyReply> {
  const { runs, status } = verb
  const scope = scopeOf(request)
  if (verb.identify) return answerIdentified(request, reply, verb, verb.identify)
  const idempotency = readIdempotency(request)
  if (idempotency) return sendAnswer(reply, await ONCE[runs](scope, verb, idempotency))
  const result = await (runs === 'directory'
    ? runInDirectory(scope, verb)
    : runPlainly(scope, verb))
  return reply.code(status).send(result)
}

async function answerIdentified(
  request: FastifyRequest,
  reply: FastifyReply,
  verb: Verb,
  identify: (facts: unknown) => object,
): Promise<FastifyReply> {
  // Refuses an invalid key before anything is received.
  readIdempotencyKey(request)
  const facts = await verb.before(scopeOf(request))
  request.body = identify(facts)
  let isKept = false
  try {
    return await answerOnce(request, reply, {
      ...verb,
      identify: undefined,
      before: async () => facts,
      async run(scope) {
        const result = await verb.run(scope, facts)
        isKept = true
        return result
      },
    })
  } catch (err) {
    isKept = false
    throw err
  } finally {
    if (!isKept) await verb.discard?.(facts)
  }
}

const ONCE = { tenant: runInTenant, directory: runOnceInDirectory, around: runAround }

async function runPlainly(scope: Scope, verb: Verb): Promise<unknown> {
  return verb.run(scope, await verb.before(scope))
}

async function runInTenant(
  scope: Scope,
  { status, before, run }: Verb,
  idempotency: Idempotency,
): Promise<StoredAnswer> {
  const facts = await before(scope)
  const call = { input: undefined, idempotency }
  const outcome = firstOf(
    await runOnce(scope, [call], status, async (tx) => [await run(tx, facts)]),
  )
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Runs a verb in a transaction of the directory, with which its answer is deferred. */
async function runInDirectory(
  scope: Scope,
  { status, before, run }: Verb,
  idempotency?: Idempotency,
): Promise<unknown> {
  const facts = await before(scope)
  return directoryTransaction(scope, async (tx) => {
    const result = await run(tx, facts)
    if (idempotency) await deferAnswer(tx, idempotency, { status, body: JSON.stringify(result) })
    return result
  })
}

async function runOnceInDirectory(
  scope: Scope,
  verb: Verb,
  idempotency: Idempotency,
): Promise<StoredAnswer> {
  const stored = await claimOrWait(scope, idempotency)
  if (stored) return stored
  try {
    const body = JSON.stringify(await runInDirectory(scope, verb, idempotency))
    return { status: verb.status, body, replayed: false }
  } catch (err) {
    if (!(await isAnswerDeferred(scope, idempotency))) await releaseKey(scope, idempotency)
    throw err
  }
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

async function runAround(
  scope: Scope,
  verb: Verb,
  idempotency: Idempotency,
): Promise<StoredAnswer> {
  const { status } = verb
  const stored = await claimKey(scope, idempotency)
  if (stored) return stored
  try {
    const body = JSON.stringify(await runPlainly(scope, verb))
    await saveAnswers(scope, [{ idempotency, status, body }])
    return { status, body, replayed: false }
  } catch (err) {
    await releaseKey(scope, idempotency)
    throw err
  }
}
