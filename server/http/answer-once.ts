import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#context.ts'
import { deferAnswer, isAnswerDeferred } from '#db/outbox/deferred-answers.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { claimKey, keyInFlight, releaseKey, saveAnswers } from '#db/idempotency-keys.ts'
import { runOnce } from '#db/run-once.ts'
import { AppError } from '#lib/errors.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './authenticate.ts'
import { readIdempotency } from './read-idempotency.ts'
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
 * A writing verb. `before` runs before its transaction: it reads what the verb needs of the other database, or calls the network. For a
 * verb in the tenant it refuses nothing, because a repeat gets the stored answer whatever has changed since.
 */
type Verb<Facts> = {
  before?: ((scope: Scope) => Promise<Facts>) | undefined
  run: (scope: Scope, facts: Facts) => Promise<unknown>
}

/** A writing verb of a request, with the words of its route (`VerbAction`). */
type OnceVerb<Facts> = Verb<Facts> & {
  status: number
  runs: Runs
  identify?: ((facts: Facts) => object) | undefined
  discard?: ((facts: Facts) => Promise<void>) | undefined
}

/** The key of a request, and the status of its answer. */
type Once = { idempotency: Idempotency; status: number }

/** How long a repeat waits for the first request that changes the directory, and how often it looks for its answer. */
const FIRST_MS = 5_000
const LOOK_EVERY_MS = 25

/**
 * Runs a writing verb at most once for the request's `Idempotency-Key` and responds with `status` and its result.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
 */
export async function answerOnce<Facts>(
  request: FastifyRequest,
  reply: FastifyReply,
  { identify, discard, ...verb }: OnceVerb<Facts>,
): Promise<FastifyReply> {
  if (!identify || !verb.before) return answer(request, reply, verb)
  // Refuses an invalid key before anything is received.
  readIdempotency(request)
  const facts = await verb.before(scopeOf(request))
  request.body = identify(facts)
  let isKept = false
  try {
    return await answer(request, reply, {
      ...verb,
      before: undefined,
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
    if (!isKept) await discard?.(facts)
  }
}

async function answer<Facts>(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, runs, ...verb }: OnceVerb<Facts>,
): Promise<FastifyReply> {
  const scope = scopeOf(request)
  const idempotency = readIdempotency(request)
  if (!idempotency)
    return reply
      .code(status)
      .send(await (runs === 'directory' ? runInDirectory(scope, verb) : runPlainly(scope, verb)))
  const once = { idempotency, status }
  return sendAnswer(reply, await ONCE[runs](scope, verb, once))
}

const ONCE = { tenant: runInTenant, directory: runOnceInDirectory, around: runAround }

async function runPlainly<Facts>(scope: Scope, verb: Verb<Facts>): Promise<unknown> {
  return verb.run(scope, (await verb.before?.(scope)) as Facts)
}

async function runInTenant<Facts>(
  scope: Scope,
  { before, run }: Verb<Facts>,
  { idempotency, status }: Once,
): Promise<StoredAnswer> {
  const facts = (await before?.(scope)) as Facts
  const call = { input: undefined, idempotency }
  const [outcome] = await runOnce(scope, [call], status, async (tx) => [await run(tx, facts)])
  if (outcome!.status === 'rejected') throw outcome!.reason
  return outcome!.value
}

/** Runs a verb in a transaction of the directory, with which its answer is deferred. */
async function runInDirectory<Facts>(
  scope: Scope,
  { before, run }: Verb<Facts>,
  once?: Once,
): Promise<unknown> {
  const facts = (await before?.(scope)) as Facts
  return directoryTransaction(scope, async (tx) => {
    const result = await run(tx, facts)
    if (once) {
      const { idempotency, status } = once
      await deferAnswer(tx, idempotency, { status, body: JSON.stringify(result) })
    }
    return result
  })
}

async function runOnceInDirectory<Facts>(
  scope: Scope,
  verb: Verb<Facts>,
  once: Once,
): Promise<StoredAnswer> {
  const { idempotency, status } = once
  const stored = await claimOrWait(scope, idempotency)
  if (stored) return stored
  try {
    const body = JSON.stringify(await runInDirectory(scope, verb, once))
    return { status, body, replayed: false }
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

async function runAround<Facts>(
  scope: Scope,
  verb: Verb<Facts>,
  { idempotency, status }: Once,
): Promise<StoredAnswer> {
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
