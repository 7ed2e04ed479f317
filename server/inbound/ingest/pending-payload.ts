import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { InboundPayloads } from '#db/tables/inbound-payloads.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'
import { itemAt } from '#lib/item-at.ts'
import { inboundDelay, inboundPayloads } from '#lib/metrics.ts'
import type { Item } from '#platforms/item.ts'
import type { ItemOutcome } from './item-outcome.ts'

/** A pending payload. */
export type PendingPayload = Pick<
  Selectable<InboundPayloads>,
  | 'id'
  | 'platform'
  | 'form_id'
  | 'body'
  | 'content_type'
  | 'received_at'
  | 'attempts'
  | 'outcome'
  | 'labels'
  | 'cause'
>

/** Maximum number of payloads and bytes of a batch, which is read together and recorded in one transaction. */
const PAYLOADS_MAX = 500
const BYTES_MAX = 4 * 1024 * 1024

/** Returns the workspace's next due payloads, in order of arrival. */
export async function findPendingPayloads(scope: Scope): Promise<PendingPayload[]> {
  const { rows } = await prepared<PendingPayload>`
    select id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause
    from (
      select id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause, due_at,
        sum(length(body)) over (order by due_at, id) - length(body) as bytes_before
      from (
        select id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause, due_at
        from inbound_payloads
        where workspace_id = ${scope.workspaceId} and status = 'pending'
          and due_at <= ${scope.clock.now()}::timestamptz
        order by due_at, id
        limit ${sql.lit(PAYLOADS_MAX)}
      ) as next
    ) as sized
    where bytes_before < ${BYTES_MAX}
    order by due_at, id`.execute(scope.db)
  return rows
}

/** Returns when the workspace's next payload is due, or null when none is pending. */
export async function findNextPayload(scope: Scope): Promise<Date | null> {
  const { rows } = await prepared<{ due_at: Date }>`
    select due_at from inbound_payloads
    where workspace_id = ${scope.workspaceId} and status = 'pending'
    order by due_at
    limit 1`.execute(scope.db)
  return rows[0]?.due_at ?? null
}

/** Locks the payloads that are still pending, so that each is processed once. Returns their ids. */
export async function lockPending(tx: Scope, ids: string[]): Promise<Set<string>> {
  const { rows } = await prepared<{ id: string }>`
    select id from inbound_payloads
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[]) and status = 'pending'
    order by id
    for no key update`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/** The result of processing a payload; `isRetried`: a failed item may succeed later. */
export type ProcessedPayload = {
  payload: PendingPayload
  items: Item[]
  outcomes: ItemOutcome[]
  isRetried: boolean
}

/** Maximum number of attempts of a payload, and the pauses between them. */
const RETRIES_MS = [10_000, 60_000, 600_000, 3_600_000, 21_600_000]

/**
 * Marks payloads as processed, or failed if an item failed, with the result of each item; one that may succeed later
 * becomes due again behind all others. Results of an earlier pass are kept.
 */
export async function finishPayloads(tx: Scope, processed: ProcessedPayload[]): Promise<void> {
  if (processed.length === 0) return
  const now = tx.clock.now()
  const rows = processed.map(({ payload, items, outcomes, isRetried }) => {
    const failure = outcomes.find((outcome) => outcome.result === 'failed')
    const pauseMs = isRetried ? RETRIES_MS[payload.attempts] : undefined
    const merged = withEarlier(outcomes, payload.outcome)
    return {
      id: payload.id,
      status: failure ? (pauseMs === undefined ? 'failed' : 'pending') : 'processed',
      outcome: JSON.stringify(merged),
      error: failure ? `${failure.kind}: ${failure.reason}` : null,
      labels: [
        ...payload.labels.filter((label) => !/^(kind|result):/.test(label)),
        ...new Set(merged.map(({ result }) => `result:${result}`)),
        ...new Set(items.map(({ kind }) => `kind:${kind}`)),
      ],
      dueAt: pauseMs === undefined ? null : new Date(now.getTime() + pauseMs),
    }
  })
  const given = bulkRows('given', rows, {
    id: ['uuid', (row) => row.id],
    status: ['text', (row) => row.status],
    outcome: ['jsonb', (row) => row.outcome],
    error: ['text', (row) => row.error],
    labels: ['text', (row) => row.labels.join(' ')],
    due_at: ['timestamptz', (row) => row.dueAt],
  })
  await prepared`
    update inbound_payloads
    set status = given.status, outcome = given.outcome, error = given.error,
      labels = string_to_array(given.labels, ' '), attempts = attempts + 1,
      due_at = coalesce(given.due_at, inbound_payloads.due_at),
      processed_at = case when given.status = 'pending' then null else ${now}::timestamptz end
    from ${given}
    where inbound_payloads.workspace_id = ${tx.workspaceId}
      and inbound_payloads.id = given.id`.execute(tx.db)
  afterCommit(tx, () => {
    for (const [index, { status }] of rows.entries()) {
      const { platform, received_at: receivedAt } = itemAt(processed, index).payload
      inboundPayloads.inc({ platform, result: status === 'pending' ? 'retried' : status })
      if (status === 'processed')
        inboundDelay.observe({ platform }, Math.max(0, now.getTime() - receivedAt.getTime()) / 1000)
    }
  })
}

/** Merges results: a repetition of something that this payload itself recorded earlier counts as recorded. */
function withEarlier(outcomes: ItemOutcome[], earlier: unknown): ItemOutcome[] {
  if (!Array.isArray(earlier)) return outcomes
  return outcomes.map((outcome, index) => {
    const before = earlier[index] as ItemOutcome | undefined
    const isSame =
      before?.kind === outcome.kind && before.platform_message_id === outcome.platform_message_id
    return isSame && outcome.result === 'repeated' && before.result === 'recorded'
      ? { ...outcome, result: 'recorded' }
      : outcome
  })
}
