import { isBlank } from '#lib/is-blank.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { transaction } from '#db/transaction.ts'
import { invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply } from './schema.ts'

/** Creates a canned reply. @throws {AppError} shortcut_taken, validation_failed */
export async function createCannedReply(
  scope: Scope,
  input: { shortcut: string; text: string },
): Promise<CannedReply> {
  const { shortcut } = input
  const text = readReplyText(input.text)
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const row = await insertRow(tx, 'canned_replies', {
      id: newId(),
      shortcut,
      text,
      created_by: tx.actor.type === 'member' ? tx.actor.id : null,
      created_at: now,
      updated_at: now,
    }).catch(shortcutTaken(shortcut))
    await recordAudit(tx, 'canned_reply.created', row.id, { shortcut })
    return toCannedReply(row)
  })
}

/** Returns the text unchanged, unless it is blank. @throws {AppError} validation_failed */
export function readReplyText(text: string): string {
  if (isBlank(text)) throw invalidField('text', 'must not be empty')
  return text
}

/** Returns a handler of errors that throws shortcut_taken for the violation of a unique shortcut. */
export function shortcutTaken(shortcut: string) {
  const message = `A canned reply with the shortcut ${shortcut} already exists.`
  return refuseTaken('shortcut_taken', message)
}
