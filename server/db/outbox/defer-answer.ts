import type { Effect, Scope } from '../context.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { defer } from './defer.ts'
import { decryptAnswer, encryptAnswer, saveAnswers } from '../claim-key.ts'

/** An answer whose storage was deferred; `fingerprint` and the encrypted `body` are base64. */
type DeferredAnswer = Omit<Idempotency, 'fingerprint'> & {
  fingerprint: string
  status: number
  body: string
}

/** Stores the answer to a request that changed the directory. */
export const answerEffect: Effect<DeferredAnswer> = {
  kind: 'answer',
  async apply(tx, { fingerprint, status, body, ...place }) {
    const idempotency = { ...place, fingerprint: Buffer.from(fingerprint, 'base64') }
    await saveAnswers(tx, [{ idempotency, status, body: decryptAnswer(tx, idempotency, body) }])
  },
}

/** Defers the storage of an answer until the directory's change and its other effects are there. */
export async function deferAnswer(
  tx: Scope,
  idempotency: Idempotency,
  { status, body }: Pick<StoredAnswer, 'status' | 'body'>,
): Promise<void> {
  await defer(tx, answerEffect, {
    route: idempotency.route,
    key: idempotency.key,
    fingerprint: idempotency.fingerprint.toString('base64'),
    status,
    body: encryptAnswer(tx, idempotency, body),
  })
}

/** Returns whether the answer to an earlier request with this key is committed in the directory, but not stored yet. */
export async function isAnswerDeferred(
  scope: Scope,
  { route, key }: Idempotency,
): Promise<boolean> {
  const rows = await scope.directory
    .selectFrom('directory_outbox')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', answerEffect.kind)
    .execute()
  return rows.some((row) => {
    const { body }: { body: DeferredAnswer } = JSON.parse(row.body)
    return body.route === route && body.key === key
  })
}
