import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { readReplyText, shortcutTaken } from './create-canned-reply.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply } from './schema.ts'

/**
 * Updates the given fields of a canned reply. @throws {AppError} canned_reply_not_found, shortcut_taken,
 * validation_failed
 */
export async function updateCannedReply(
  scope: Scope,
  id: string,
  input: { shortcut?: string; text?: string },
): Promise<CannedReply> {
  return transaction(scope, async (tx) => {
    const before = await getById(tx, 'canned_replies', id, 'change')
    const shortcut = input.shortcut ?? before.shortcut
    const text = input.text === undefined ? before.text : readReplyText(input.text)
    const after = { ...before, shortcut, text, updated_at: tx.clock.now() }
    const changes = changedFields(before, { shortcut, text })
    if (Object.keys(changes).length === 0) return toCannedReply(before)
    await updateById(tx, 'canned_replies', before.id, {
      shortcut,
      text,
      updated_at: after.updated_at,
    }).catch(shortcutTaken(shortcut))
    await recordAudit(tx, 'canned_reply.updated', before.id, {
      shortcut: before.shortcut,
      ...changes,
    })
    return toCannedReply(after)
  })
}
