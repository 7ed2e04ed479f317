import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { getContact } from './get-contact.ts'
import { lockPersonId } from './resolve-person.ts'
import type { TimelineEntry } from './schema.ts'

/**
 * Puts a note for colleagues on a person's timeline, and records `contact.updated` for those who look at it.
 *
 * @throws {AppError} person_not_found, validation_failed
 */
export async function createContactNote(
  scope: Scope,
  id: string,
  input: { text: string },
): Promise<TimelineEntry> {
  const text = input.text.trim()
  if (text === '') throw fieldError('validation_failed', 'text', 'must say something')
  return transaction(scope, async (tx) => {
    const personId = await lockPersonId(tx, id)
    const entry: TimelineEntry = {
      id: newId(),
      kind: 'note',
      occurred_at: tx.clock.now(),
      data: { text, author: tx.actor },
    }
    await tx.db
      .insertInto('timeline_entries')
      .values({
        workspace_id: tx.workspaceId,
        id: entry.id,
        person_id: personId,
        kind: 'note',
        data: JSON.stringify(entry.data),
        occurred_at: entry.occurred_at,
      })
      .execute()
    await recordEvents(tx, [{ type: 'contact.updated', data: await getContact(tx, personId) }])
    return entry
  })
}
