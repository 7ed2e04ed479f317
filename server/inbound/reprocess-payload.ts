import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import { updateById } from '#db/update-by-id.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { showOn } from '#messages/show-on.ts'
import { findPayload } from './get-payload.ts'
import { requeuePayloads } from './requeue-payloads.ts'
import { outcomesOf, toInboundPayload } from './schema.ts'
import type { InboundPayload } from './schema.ts'

/**
 * Processes a payload again, whatever its result: recording twice changes nothing, so only items that failed, or had
 * no channel, can have a new result. Its files whose download failed are downloaded again. `unrouted`: the condition of
 * `unroutedFor`.
 *
 * @throws {AppError} payload_not_found
 */
export async function reprocessPayload(
  scope: Scope,
  id: string,
  unrouted: RawBuilder<unknown>,
): Promise<InboundPayload> {
  return transaction(scope, async (tx) => {
    const row = await findPayload(tx, id, unrouted)
    await requeuePayloads(tx, [row])
    const messageIds = outcomesOf(row).flatMap((outcome) => outcome.message_id ?? [])
    await offerFiles(tx, messageIds)
    await recordAudit(tx, 'inbound.reprocessed', row.id, { count: 1 })
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

/** Downloads failed files again, except for revoked messages. */
async function offerFiles(tx: Scope, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return
  const { rows } = await sql<{ id: string; message_id: string; channel_id: string }>`
    update media_files set status = 'pending', attempts = 0, error = null, due_at = ${tx.clock.now()}::timestamptz
    where workspace_id = ${tx.workspaceId} and message_id = any (${messageIds}::uuid[])
      and status = 'failed' and error is distinct from 'revoked'
    returning id, message_id, channel_id`.execute(tx.db)
  const shown = { status: 'pending', error: null }
  for (const file of rows)
    await updateById(tx, 'messages', file.message_id, {
      media: showOn(sql.ref('media'), file.id, shown),
    })
  const channels = rows.map((row) => row.channel_id)
  wakeAfterCommit(tx, 'media', channels)
}
