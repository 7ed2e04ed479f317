import { cleanText } from '#lib/clean-text.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { getContact } from '#contacts/get-contact.ts'
import { lockPerson } from '#contacts/find-person-id.ts'
import type { PersonDetail } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { closeChats } from '#conversations/close-chats.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { updateById } from '#db/update-by-id.ts'

/**
 * Blocks a contact and closes its conversations. From then on its messages are stored without reopening them, and
 * nothing can be sent to it. A blocked contact only gets the new reason.
 *
 * Locks: the contact, then its conversations. @throws {AppError} person_not_found
 */
export async function blockContact(
  scope: Scope,
  id: string,
  { reason }: { reason?: string },
): Promise<PersonDetail> {
  return transaction(scope, async (caller) => {
    const before = await lockPerson(caller, id)
    const tx = unrestricted(caller)
    const personId = before.id
    const next = cleanText(reason ?? '') || null
    if (before.blocked_at !== null && before.blocked_reason === next)
      return getContact(tx, personId)
    const now = tx.clock.now()
    await updateById(tx, 'people', personId, {
      blocked_at: before.blocked_at ?? now,
      blocked_reason: next,
      updated_at: now,
    })
    const closed = await closeChats(tx, personId)
    // Without the reason, which may say something about the contact: the log outlives an erasure.
    await recordAudit(tx, 'contact.blocked', personId)
    const contact = await getContact(tx, personId)
    await recordEvents(tx, [{ type: 'contact.blocked', data: contact }, ...closed])
    return contact
  })
}
