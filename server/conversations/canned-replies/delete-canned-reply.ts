import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'

/** Deletes a canned reply. @throws {AppError} canned_reply_not_found */
export async function deleteCannedReply(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const reply = await deleteById(tx, 'canned_replies', id)
    await recordAudit(tx, 'canned_reply.deleted', reply.id, { shortcut: reply.shortcut })
  })
}
