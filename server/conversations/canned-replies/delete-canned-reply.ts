import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import { cannedReplyNotFound } from './update-canned-reply.ts'

/** Deletes a canned reply. @throws {AppError} canned_reply_not_found */
export async function deleteCannedReply(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw cannedReplyNotFound(id)
  await transaction(scope, async (tx) => {
    const reply = await tx.db
      .deleteFrom('canned_replies')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returning(['id', 'shortcut'])
      .executeTakeFirst()
    if (!reply) throw cannedReplyNotFound(id)
    await recordAudit(tx, 'canned_reply.deleted', reply.id, { shortcut: reply.shortcut })
  })
}
