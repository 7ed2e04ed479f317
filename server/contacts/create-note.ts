import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { getContact } from './get-contact.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'
import { lockPersonId } from './resolve-person.ts'
import type { TimelineEntry } from './schema.ts'

/**
 * Adds an internal note to a contact's timeline, and records `contact.updated` so that open pages show it.
 *
 * @throws {AppError} person_not_found, validation_failed
 */
export async function createContactNote(
  scope: Scope,
  id: string,
  input: { text: string },
): Promise<TimelineEntry> {
  const text = input.text.trim()
  if (text === '') throw fieldError('validation_failed', 'text', 'must not be empty')
  return transaction(scope, async (tx) => {
    const personId = await lockPersonId(tx, id)
    const [entry] = await recordTimelineEntries(tx, [
      { personId, kind: 'note', data: { text, author: tx.actor } },
    ])
    await recordEvents(tx, [{ type: 'contact.updated', data: await getContact(tx, personId) }])
    return entry!
  })
}
