import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { InboundPayloads } from '../db/types.ts'
import type { ItemOutcome } from './record-items.ts'

/** A payload that waits to be processed. */
export type PendingPayload = Pick<
  Selectable<InboundPayloads>,
  'id' | 'platform' | 'form_id' | 'body' | 'content_type' | 'received_at'
>

/** Payloads and bytes of one batch: what is read at once, and what one transaction does. */
const PAYLOADS_MAX = 50
const BYTES_MAX = 4 * 1024 * 1024

/** The workspace's next payloads that are due, in the order they came in. */
export async function findPendingPayloads(scope: Scope): Promise<PendingPayload[]> {
  const { rows } = await sql<PendingPayload>`
    select id, platform, form_id, body, content_type, received_at
    from (
      select *, sum(length(body)) over (order by due_at, id) - length(body) as bytes_before
      from (
        select * from inbound_payloads
        where workspace_id = ${scope.workspaceId} and status = 'pending'
          and due_at <= ${scope.clock.now()}::timestamptz
        order by due_at, id
        limit ${PAYLOADS_MAX}
      ) as next
    ) as sized
    where bytes_before < ${BYTES_MAX}
    order by due_at, id`.execute(scope.db)
  return rows
}

/** When the workspace's next payload is due, or null when none is pending. */
export async function findNextPayload(scope: Scope): Promise<Date | null> {
  const row = await scope.db
    .selectFrom('inbound_payloads')
    .select('due_at')
    .where('workspace_id', '=', scope.workspaceId)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Locks those of the payloads that are still pending, so that each is processed once; gives their ids. */
export async function lockPending(tx: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('inbound_payloads')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .orderBy('id')
    .modifyEnd(sql`for no key update`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** What became of a payload. */
export type ProcessedPayload = { id: string; outcomes: ItemOutcome[] }

/** Marks payloads as processed, or failed where an item is, with what became of each item. */
export async function finishPayloads(tx: Scope, processed: ProcessedPayload[]): Promise<void> {
  if (processed.length === 0) return
  const failures = processed.map(({ outcomes }) =>
    outcomes.find((outcome) => outcome.result === 'failed'),
  )
  await sql`
    update inbound_payloads
    set status = given.status, outcome = given.outcome, error = given.error,
      attempts = attempts + 1, processed_at = ${tx.clock.now()}::timestamptz
    from unnest(
      ${processed.map((each) => each.id)}::uuid[],
      ${failures.map((failure) => (failure ? 'failed' : 'processed'))}::text[],
      ${processed.map((each) => JSON.stringify(each.outcomes))}::jsonb[],
      ${failures.map((failure) => failure && `${failure.kind}: ${failure.reason}`).map((text) => text ?? null)}::text[]
    ) as given (id, status, outcome, error)
    where inbound_payloads.workspace_id = ${tx.workspaceId} and inbound_payloads.id = given.id`.execute(
    tx.db,
  )
}
