import { recordAudit } from '#account/audit/record-audit.ts'
import { getContact } from '#contacts/get-contact.ts'
import { lockPerson } from '#contacts/find-person-id.ts'
import type { PersonDetail } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { updateById } from '#db/update-by-id.ts'

/**
 * Unblocks a contact. Its conversations stay closed until it writes again or a member opens them. Changes nothing when
 * it is not blocked. @throws {AppError} person_not_found
 */
export async function unblockContact(scope: Scope, id: string): Promise<PersonDetail> {
  return transaction(scope, async (caller) => {
    const before = await lockPerson(caller, id)
    const tx = unrestricted(caller)
    const personId = before.id
    if (before.blocked_at === null) return getContact(tx, personId)
    await updateById(tx, 'people', personId, {
      blocked_at: null,
      blocked_reason: null,
      updated_at: tx.clock.now(),
    })
    await recordAudit(tx, 'contact.unblocked', personId)
    const contact = await getContact(tx, personId)
    await recordEvents(tx, [{ type: 'contact.unblocked', data: contact }])
    return contact
  })
}
