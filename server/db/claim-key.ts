import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, InWorkspace, Scope, WithClock } from './context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'
import { AppError } from '#lib/errors.ts'
import { checkFingerprint, IDEMPOTENCY_MS, idempotencyText } from '#lib/idempotency.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { deleteFrom, updateTable } from './select-from.ts'
import { bulkRows } from './bulk-rows.ts'
import { gathered } from './gathered.ts'
import { sqlState } from './pool.ts'
import { prepared } from './prepared.ts'
import { refuseHiddenAnswers } from './visibility/refuse-hidden-answers.ts'

/** The time in which a claim without an answer is respected; after that, its process counts as dead. */
const CLAIM_MS = 60_000
/** The stored status of an erased answer. Only successful answers are stored otherwise. */
const ERASED_STATUS = 404

/**
 * Builds the statement that claims the keys of `source`, a query with the columns workspace_id, route, key, fingerprint,
 * response_status and response_body, and returns the claimed (workspace_id, route, key).
 *
 * Leaves out keys that have an answer and keys whose first request is running; takes over expired keys and claims
 * whose process died. Waits for a first request whose transaction is open. Locks: the keys, in key order.
 */
export function claimKeysSql(
  { clock }: WithClock,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const now = clock.now()
  const expired = new Date(now.getTime() - IDEMPOTENCY_MS)
  const abandoned = new Date(now.getTime() - CLAIM_MS)
  return sql`
    insert into idempotency_keys as stored
      (workspace_id, created_at, route, key, fingerprint, response_status, response_body)
    select workspace_id, ${now}::timestamptz, route, key, fingerprint, response_status, response_body
    from (${source}) as source
    order by workspace_id, route, key
    on conflict (workspace_id, route, key) do update
      set fingerprint = excluded.fingerprint, response_status = excluded.response_status,
        response_body = excluded.response_body, created_at = excluded.created_at
      where stored.created_at < ${expired}::timestamptz
        or (stored.response_body is null and stored.created_at < ${abandoned}::timestamptz)
    returning workspace_id, route, key`
}

/**
 * Claims keys, without answers yet, and returns a function that says whether a key was claimed: the others were used
 * by other requests.
 *
 * @throws {AppError} idempotency_key_in_flight (a first request holds one of the keys for too long)
 */
export async function claimKeys(
  tx: Scope,
  keys: Idempotency[],
): Promise<(idempotency: Idempotency) => boolean> {
  const rows = await claimGiven(tx, keys)
  const claimed = new Set(rows.map(({ route, key }) => idempotencyText({ route, key })))
  return (idempotency) => claimed.has(idempotencyText(idempotency))
}

type ClaimedKey = { workspace_id: string; route: string; key: string }

const claimGiven = gathered<Idempotency, ClaimedKey>((tx, keys) => {
  const given = keys.rows('given', {
    route: ['text', (each) => each.route],
    key: ['text', (each) => each.key],
    fingerprint: ['bytea', (each) => each.fingerprint],
  })
  const source = sql`
    select ${given.columns}, null::integer as response_status, null::text as response_body from ${given}`
  return prepared<ClaimedKey>`${claimKeysSql(tx, source)}`.execute(tx.db).catch((err: unknown) => {
    throw sqlState(err) === '55P03' ? keyInFlight() : err
  })
})

/**
 * Claims a key, without an answer yet, or returns the answer of an earlier request.
 *
 * @throws {AppError} idempotency_key_reused, idempotency_key_in_flight
 */
export async function claimKey(
  tx: Scope,
  idempotency: Idempotency,
): Promise<StoredAnswer | undefined> {
  const isClaimed = await claimKeys(tx, [idempotency])
  if (isClaimed(idempotency)) return undefined
  const stored = (await findAnswers(tx, [idempotency]))(idempotency)
  if (!stored) throw keyInFlight()
  return stored
}

/** An answer to the request that claimed a key. */
type NewAnswer = { idempotency: Idempotency; status: number; body: string }

/** Saves the answers to requests that claimed their keys. */
export async function saveAnswers(tx: Scope, answers: NewAnswer[]): Promise<void> {
  await saveGiven(
    tx,
    answers.map(({ idempotency, status, body }) => ({
      ...idempotency,
      status,
      body: encryptAnswer(tx, idempotency, body),
    })),
  )
}

const saveGiven = gathered<Idempotency & Omit<NewAnswer, 'idempotency'>, never>((tx, answers) => {
  const given = answers.rows('given', {
    route: ['text', (each) => each.route],
    key: ['text', (each) => each.key],
    status: ['integer', (each) => each.status],
    body: ['text', (each) => each.body],
  })
  return prepared<never>`
    update idempotency_keys as stored
    set response_status = given.status, response_body = given.body
    from ${given}
    where stored.workspace_id = given.workspace_id and stored.route = given.route
      and stored.key = given.key`.later(tx.db)
})

/**
 * Deletes the stored answer of a request about a contact that was erased. The key stays: a repeat is answered with 404
 * and does nothing.
 */
export async function eraseAnswer(
  tx: Scope,
  { route, key }: Pick<Idempotency, 'route' | 'key'>,
): Promise<void> {
  await updateTable(tx, 'idempotency_keys')
    .set({ response_status: ERASED_STATUS, response_body: '' })
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** Deletes a claim without an answer, so that a repeat of the failed request runs again. */
export async function releaseKey(scope: Scope, { route, key }: Idempotency): Promise<void> {
  await deleteFrom(scope, 'idempotency_keys')
    .where('route', '=', route)
    .where('key', '=', key)
    .where('response_body', 'is', null)
    .execute()
}

/** Finds the stored answers of keys of the scope's workspace, as `findAnswersOf` does. */
export async function findAnswers(
  scope: Scope,
  keys: Idempotency[],
): Promise<(idempotency: Idempotency | undefined) => StoredAnswer | undefined> {
  const { workspaceId } = scope
  const find = await findAnswersOf(
    scope,
    keys.map((each) => ({ ...each, workspaceId })),
  )
  return (idempotency) => find(idempotency && { ...idempotency, workspaceId })
}

/**
 * Finds the stored answers of keys in one query. The returned function returns the answer to one of them, or undefined
 * when its key is new; it throws idempotency_key_reused, idempotency_key_in_flight, and person_not_found for an answer about a contact
 * who was erased or about what the caller does not see any more.
 */
export async function findAnswersOf(
  context: Context | Scope,
  keys: InWorkspace<Idempotency>[],
): Promise<(idempotency: InWorkspace<Idempotency> | undefined) => StoredAnswer | undefined> {
  if (keys.length === 0) return () => undefined
  const asked = bulkRows('asked', keys, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    route: ['text', (each) => each.route],
    key: ['text', (each) => each.key],
  })
  const { rows } = await prepared<{
    workspaceId: string
    route: string
    key: string
    fingerprint: Buffer
    response_status: number | null
    response_body: string | null
  }>`
    select stored.workspace_id as "workspaceId", stored.route, stored.key, stored.fingerprint,
      stored.response_status, stored.response_body
    from ${asked}
    join idempotency_keys as stored
      on stored.workspace_id = asked.workspace_id and stored.route = asked.route and stored.key = asked.key
    where stored.created_at >= ${new Date(context.clock.now().getTime() - IDEMPOTENCY_MS)}::timestamptz`.execute(
    context.db,
  )
  const byKey = new Map(rows.map((row) => [idempotencyText(row), row]))
  const decrypted = (row: (typeof rows)[number]) =>
    decryptAnswer({ ...row, config: context.config }, row, row.response_body!)
  const refuseHidden = await refuseHiddenAnswers(context, () =>
    rows.filter((row) => row.response_body && row.response_status !== ERASED_STATUS).map(decrypted),
  )
  return (idempotency) => {
    const row = idempotency && byKey.get(idempotencyText(idempotency))
    if (!row) return undefined
    checkFingerprint(row.fingerprint, idempotency)
    if (row.response_body === null) throw keyInFlight()
    if (row.response_status === ERASED_STATUS)
      throw new AppError('person_not_found', 'The contact of this request was erased.')
    const body = decrypted(row)
    refuseHidden(body)
    return { status: row.response_status!, body, replayed: true }
  }
}

type Place = Pick<Scope, 'config' | 'workspaceId'>

/** Encrypts the body of an answer for `response_body`: it may show a secret or a customer's message. */
export function encryptAnswer(scope: Place, idempotency: Idempotency, body: string): string {
  return encrypt(
    keyRingOf(scope.config, 'encrypt stored responses'),
    body,
    placeOf(scope, idempotency),
  ).toString('base64')
}

/**
 * Decrypts a stored answer. Answers of sends that were stored before they were encrypted are JSON as it is; base64 has
 * no brace.
 */
export function decryptAnswer(scope: Place, idempotency: Idempotency, stored: string): string {
  if (stored.startsWith('{')) return stored
  return decrypt(
    keyRingOf(scope.config, 'encrypt stored responses'),
    Buffer.from(stored, 'base64'),
    placeOf(scope, idempotency),
  )
}

/** Returns the name of the row that an encrypted answer is bound to. In another row it does not decrypt. */
function placeOf(scope: Place, { route, key }: Idempotency): string {
  return `idempotency_key:${scope.workspaceId}:${route}:${key}`
}

/** Returns the error for a key whose first request is still running. */
export function keyInFlight(): AppError {
  return new AppError(
    'idempotency_key_in_flight',
    'The first request with this idempotency key is still in progress. Try again in a moment.',
  )
}
