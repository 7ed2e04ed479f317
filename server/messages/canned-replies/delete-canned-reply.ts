import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { lockCannedReply } from './visible-canned-replies.ts'

/** Deletes a canned reply. Its files are deleted later, when nothing uses them. @throws {AppError} canned_reply_not_found */
export async function deleteCannedReply(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { shortcut, membership_id: owner } = await lockCannedReply(tx, id)
    await deleteById(tx, 'canned_replies', id)
    if (owner === null) await recordAudit(tx, 'canned_reply.deleted', id, { shortcut })
  })
}
