import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
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

type Found = PendingPayload & { workspace_id: string }

/** Returns the next due payloads of each workspace, in order of arrival. Their bytes are limited for all of them together. */
export async function findPendingPayloads(
  { clock, db }: Pick<Scope, 'clock' | 'db'>,
  workspaceIds: string[],
): Promise<PendingPayload[][]> {
  const { rows } = await prepared<Found>`
    select asked.workspace_id, id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause
    from unnest(${workspaceIds}::uuid[]) as asked (workspace_id)
    cross join lateral (
      select id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause, due_at,
        sum(length(body)) over (order by due_at, id) - length(body) as bytes_before
      from (
        select id, platform, form_id, body, content_type, received_at, attempts, outcome, labels, cause, due_at
        from inbound_payloads as payload
        where payload.workspace_id = asked.workspace_id and status = 'pending' and due_at <= ${clock.now()}::timestamptz
        order by due_at, id
        limit ${sql.lit(PAYLOADS_MAX)}
      ) as next
    ) as sized
    where bytes_before < ${BYTES_MAX / workspaceIds.length}::float8
    order by due_at, id`.execute(db)
  const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id)
  return workspaceIds.map((id) => byWorkspace.get(id) ?? [])
}

/** Returns when the next payload of each workspace is due, or null when none is pending. */
export async function findNextPayloads(
  { db }: Pick<Scope, 'db'>,
  workspaceIds: string[],
): Promise<(Date | null)[]> {
  const { rows } = await prepared<{ workspace_id: string; due_at: Date }>`
    select asked.workspace_id, next.due_at
    from unnest(${workspaceIds}::uuid[]) as asked (workspace_id)
    cross join lateral (
      select due_at from inbound_payloads as payload
      where payload.workspace_id = asked.workspace_id and status = 'pending'
      order by due_at
      limit 1
    ) as next`.execute(db)
  const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row.due_at]))
  return workspaceIds.map((id) => byWorkspace.get(id) ?? null)
}

/** Locks the payloads that are still pending, so that each is processed once. Returns their ids. */
export async function lockPending(tx: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await lockGiven(tx, ids)
  return new Set(rows.map((row) => row.id))
}

const lockGiven = gathered<string, { workspace_id: string; id: string }>((tx, ids) => {
  const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
  return prepared<{ workspace_id: string; id: string }>`
    select payload.workspace_id, payload.id from ${asked}
    join inbound_payloads as payload on payload.workspace_id = asked.workspace_id and payload.id = asked.id
    where payload.status = 'pending'
    order by payload.id
    for no key update of payload`.execute(tx.db)
})

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
  await finishGiven(tx, rows)
  afterCommit(tx, () => {
    for (const [index, { status }] of rows.entries()) {
      const { platform, received_at: receivedAt } = itemAt(processed, index).payload
      inboundPayloads.inc({ platform, result: status === 'pending' ? 'retried' : status })
      if (status === 'processed')
        inboundDelay.observe({ platform }, Math.max(0, now.getTime() - receivedAt.getTime()) / 1000)
    }
  })
}

type FinishedPayload = {
  id: string
  status: string
  outcome: string
  error: string | null
  labels: string[]
  dueAt: Date | null
}

const finishGiven = gathered<FinishedPayload, never>((tx, finished) => {
  const given = finished.rows('given', {
    id: ['uuid', (row) => row.id],
    status: ['text', (row) => row.status],
    outcome: ['jsonb', (row) => row.outcome],
    error: ['text', (row) => row.error],
    labels: ['text', (row) => row.labels.join(' ')],
    due_at: ['timestamptz', (row) => row.dueAt],
  })
  return prepared<never>`
    update inbound_payloads
    set status = given.status, outcome = given.outcome, error = given.error,
      labels = string_to_array(given.labels, ' '), attempts = attempts + 1,
      due_at = coalesce(given.due_at, inbound_payloads.due_at),
      processed_at = case when given.status = 'pending' then null else ${tx.clock.now()}::timestamptz end
    from ${given}
    where inbound_payloads.workspace_id = given.workspace_id
      and inbound_payloads.id = given.id`.later(tx.db)
})

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
