import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { showOn } from '#messages/show-file.ts'
import { findPayload } from './get-payload.ts'
import { offerPayloads } from './offer-payloads.ts'
import { outcomesOf, toInboundPayload } from './schema.ts'
import type { InboundPayload } from './schema.ts'

/**
 * Has a payload processed again, whatever became of it: recording twice changes nothing, so only what failed, or what
 * had no channel, comes out anew. Files of it that were given up are fetched again.
 *
 * @throws {AppError} payload_not_found
 */
export async function reprocessPayload(scope: Scope, id: string): Promise<InboundPayload> {
  return transaction(scope, async (tx) => {
    const row = await findPayload(tx, id)
    await offerPayloads(tx, [row])
    await offerFiles(
      tx,
      outcomesOf(row).flatMap((outcome) => outcome.message_id ?? []),
    )
    await recordAudit(tx, {
      action: 'inbound.reprocessed',
      targetType: 'payload',
      targetId: row.id,
      data: { count: 1 },
    })
    const now = tx.clock.now()
    return toInboundPayload({
      ...row,
      status: 'pending',
      error: null,
      attempts: 0,
      due_at: now,
      processed_at: null,
    })
  })
}

/** Files of messages that were given up are tried again; one of a revoked message is not. */
async function offerFiles(tx: Scope, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return
  const { rows } = await sql<{ id: string; message_id: string; channel_id: string }>`
    update media_files set status = 'pending', attempts = 0, error = null, due_at = ${tx.clock.now()}::timestamptz
    where workspace_id = ${tx.workspaceId} and message_id = any (${messageIds}::uuid[])
      and status = 'failed' and error is distinct from 'revoked'
    returning id, message_id, channel_id`.execute(tx.db)
  const shown = { status: 'pending', error: null }
  for (const file of rows)
    await sql`
      update messages set media = ${showOn(sql.ref('media'), file.id, shown)}
      where workspace_id = ${tx.workspaceId} and id = ${file.message_id}`.execute(tx.db)
  afterCommit(tx, () =>
    tx.wake(
      [...new Set(rows.map((row) => row.channel_id))].map((targetId) => ({
        kind: 'media',
        workspaceId: tx.workspaceId,
        targetId,
      })),
    ),
  )
}
