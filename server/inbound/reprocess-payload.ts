import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { afterCommit, transaction } from '../db/transaction.ts'
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
  // oxlint-disable-next-line parley/record-event -- what comes of it is told when it is processed
  return transaction(scope, async (tx) => {
    const row = await findPayload(tx, id)
    await offerPayloads(tx, [row])
    await offerFiles(
      tx,
      outcomesOf(row).flatMap((outcome) => outcome.message_id ?? []),
    )
    const now = tx.clock.now()
    return toInboundPayload({
      ...row,
      ...{ status: 'pending', error: null, attempts: 0, due_at: now, processed_at: null },
    })
  })
}

/** Files of messages that were given up are tried again; one of a revoked message is not. */
async function offerFiles(tx: Scope, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return
  const { rows } = await sql<{ channel_id: string }>`
    with offered as (
      update media_files set status = 'pending', attempts = 0, error = null, due_at = ${tx.clock.now()}::timestamptz
      where workspace_id = ${tx.workspaceId} and message_id = any (${messageIds}::uuid[])
        and status = 'failed' and error is distinct from 'revoked'
      returning id, message_id, channel_id
    ), shown as (
      update messages set media = media || '{"status":"pending","error":null}'::jsonb
      from offered
      where messages.workspace_id = ${tx.workspaceId} and messages.id = offered.message_id
        and media ->> 'id' = offered.id::text
    )
    select distinct channel_id from offered`.execute(tx.db)
  afterCommit(tx, () =>
    tx.wake(
      rows.map((row) => ({
        kind: 'media',
        workspaceId: tx.workspaceId,
        targetId: row.channel_id,
      })),
    ),
  )
}
