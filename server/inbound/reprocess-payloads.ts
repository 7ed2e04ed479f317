import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { requeuePayloads } from './requeue-payloads.ts'
import type { PayloadRef } from './requeue-payloads.ts'
import { selectPayloads } from './select-payloads.ts'
import type { InboundFilter, PayloadSelection } from './select-payloads.ts'

/** Maximum number of payloads per call. */
const PAYLOADS_MAX = 10_000

/**
 * Processes many payloads again: the newest 10,000 that match a filter, by default the failed ones. Returns how many.
 * `selection`: the result of `selectFailed`; needed inside a transaction. @throws {AppError} validation_failed
 */
export async function reprocessPayloads(
  scope: Scope,
  filter: InboundFilter,
  selection?: PayloadSelection,
): Promise<{ offered: number }> {
  const { sources, where } = selection ?? (await selectFailed(scope, filter))
  return transaction(scope, async (tx) => {
    const selects = sources.map((source) => sql`(${source})`)
    const { rows } = await sql<PayloadRef>`
      select workspace_id, id from (${sql.join(selects, sql` union all `)}) as scanned
      where ${where} and status <> 'pending'
      order by id desc limit ${PAYLOADS_MAX}`.execute(tx.db)
    await requeuePayloads(tx, rows)
    await recordAudit(tx, 'inbound.reprocessed', null, { ...filter, count: rows.length })
    return { offered: rows.length }
  })
}

/** Selects the payloads that match a filter, by default the failed ones, before their transaction. @throws {AppError} validation_failed */
export function selectFailed(scope: Scope, filter: InboundFilter): Promise<PayloadSelection> {
  return selectPayloads(scope, { status: 'failed', ...filter })
}
