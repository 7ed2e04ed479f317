import { readTrimmed } from '#lib/read-trimmed.ts'
import { toAuthor } from '#context.ts'
import type { Scope } from '#context.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCauses } from '#lib/cause.ts'
import { getContacts } from './get-contact.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'
import { lockPersonIds } from './resolve-person.ts'
import type { TimelineEntry } from './schema.ts'

/** A note to add to the timeline of a contact. */
type NewContactNote = { id: string; text: string }

/**
 * Adds internal notes to the timelines of contacts, and records `contact.updated` for each so that open pages show it, in
 * the caller's transaction and a bounded number of statements.
 *
 * @throws {AppError} person_not_found, validation_failed
 */
export async function createContactNotes(
  tx: Scope,
  given: NewContactNote[],
): Promise<TimelineEntry[]> {
  const texts = given.map(({ text }) => readTrimmed('text', text))
  const current = await lockPersonIds(
    tx,
    given.map(({ id }) => id),
  )
  const personIds = given.map(({ id }) => current.get(id.toLowerCase())!)
  const entries = await recordTimelineEntries(
    tx,
    texts.map((text, index) => ({
      personId: personIds[index]!,
      kind: 'note',
      data: { text, author: toAuthor(tx.actor) },
    })),
  )
  const contacts = await getContacts(tx, personIds)
  const causes = findCauses()
  await recordEvents(
    tx,
    contacts.map((data, index) => ({ type: 'contact.updated', data, cause: causes[index] })),
  )
  return entries
}
