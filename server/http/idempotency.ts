import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { sqlState } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { decrypt, encrypt } from '#lib/encryption.ts'
import { AppError } from '#lib/errors.ts'
import { checkFingerprint, IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { scopeOf } from './authenticate.ts'

/** How long a claim without an answer stands before its process counts as dead. */
const CLAIM_MS = 60_000

/**
 * Runs a writing verb at most once for the request's `Idempotency-Key` and answers `status` with its result.
 *
 * The key and the answer, encrypted as it may show a secret, are stored in the verb's own transaction. A repeat
 * that comes while the first is in flight waits for it. @throws {AppError} idempotency_key_reused, idempotency_key_in_flight, invalid_header
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
  const answer = await transaction(scope, async (tx) => {
    const stored = await claimKey(tx, idempotency)
    if (stored) return stored
    const body = JSON.stringify(await verb(tx))
    await saveAnswer(tx, idempotency, status, body)
    return { status, body, replayed: false }
  })
  return sendAnswer(reply, answer)
}

/**
 * `answerOnce` for a verb that calls the network, during which no transaction may be open: the key is stored before
 * it and the answer after. A repeat in between is refused; a claim whose process died is free after a minute.
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
    await saveAnswer(scope, idempotency, status, body)
  } catch (err) {
    await giveUpKey(scope, idempotency)
    throw err
  }
  return sendAnswer(reply, { status, body, replayed: false })
}

/** Sends a stored answer; a repeat says so in `Idempotent-Replayed`. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => body as string)
    .send(answer.body)
}

/** The request's idempotency key, if it has one. @throws {AppError} invalid_header */
export function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError(
      'invalid_header',
      'Idempotency-Key must be 1 to 255 visible ASCII characters.',
    )
  return {
    route: `${request.method} ${request.routeOptions.url}`,
    key,
    fingerprint: createHash('sha256')
      .update(`${request.url}\n${JSON.stringify(request.body) ?? ''}`)
      .digest(),
  }
}

async function claimKey(tx: Scope, { route, key, fingerprint }: Idempotency) {
  const now = tx.clock.now()
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS)
  const abandoned = new Date(now.getTime() - CLAIM_MS)
  const claimed = await sql`
    insert into idempotency_keys as stored (workspace_id, route, key, fingerprint, created_at)
    values (${tx.workspaceId}, ${route}, ${key}, ${fingerprint}, ${now})
    on conflict (workspace_id, route, key) do update
      set fingerprint = excluded.fingerprint, response_status = null, response_body = null,
        created_at = excluded.created_at
      where stored.created_at < ${expired}
        or (stored.response_body is null and stored.created_at < ${abandoned})
    returning key`
    .execute(tx.db)
    .catch((err: unknown) => {
      throw sqlState(err) === '55P03' ? inFlight() : err
    })
  if (claimed.rows.length > 0) return undefined
  const stored = await tx.db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response_status', 'response_body'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  checkFingerprint(stored.fingerprint, { route, key, fingerprint })
  if (stored.response_body === null) throw inFlight()
  const body = decrypt(
    tx.config.secretKey!,
    Buffer.from(stored.response_body, 'base64'),
    placeOf(tx, route, key),
  )
  return { status: stored.response_status!, body, replayed: true }
}

function inFlight(): AppError {
  return new AppError(
    'idempotency_key_in_flight',
    'The first request with this key is not done yet.',
  )
}

/** What binds an encrypted answer to its row. */
function placeOf(tx: Scope, route: string, key: string): string {
  return `idempotency_key:${tx.workspaceId}:${route}:${key}`
}

async function saveAnswer(tx: Scope, { route, key }: Idempotency, status: number, body: string) {
  const sealed = encrypt(tx.config.secretKey!, body, placeOf(tx, route, key)).toString('base64')
  await tx.db
    .updateTable('idempotency_keys')
    .set({ response_status: status, response_body: sealed })
    .where('workspace_id', '=', tx.workspaceId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

async function giveUpKey(scope: Scope, { route, key }: Idempotency): Promise<void> {
  await scope.db
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', scope.workspaceId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('response_body', 'is', null)
    .execute()
}
