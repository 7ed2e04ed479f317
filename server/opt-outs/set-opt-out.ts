import { recordAudit } from '#account/audit/record-audit.ts'
import { getContact } from '#contacts/get-contact.ts'
import { lockPerson } from '#contacts/find-person-id.ts'
import type { PersonDetail } from '#contacts/schema.ts'
import { toAuthor } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { decideOptOuts } from './decide-opt-outs.ts'

/**
 * Opts a contact out of marketing messages, or in again, in the name of a member or an API key. Changes nothing when it
 * is so already.
 *
 * Locks: the contact. @throws {AppError} person_not_found
 */
export async function setOptOut(scope: Scope, id: string, isOut: boolean): Promise<PersonDetail> {
  return transaction(scope, async (caller) => {
    const before = await lockPerson(caller, id)
    const tx = unrestricted(caller)
    const personId = before.id
    if ((before.opted_out_at !== null) === isOut) return getContact(tx, personId)
    const now = tx.clock.now()
    // The platform's clock can be ahead of ours. Even then, this choice counts as the latest.
    const { opt_out_decided_at: decidedAt } = before
    const at = decidedAt && decidedAt >= now ? new Date(decidedAt.getTime() + 1) : now
    const by = tx.actor.type === 'api_key' ? 'api_key' : 'member'
    const changed = await decideOptOuts(tx, [
      { personId, isOut, by, at, data: { author: toAuthor(tx.actor) } },
    ])
    await recordAudit(tx, isOut ? 'contact.opted_out' : 'contact.opted_in', personId)
    const contact = await getContact(tx, personId)
    await recordEvents(
      tx,
      [...changed.values()].map(({ type }) => ({ type, data: contact })),
    )
    return contact
  })
}
