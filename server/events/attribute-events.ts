import type { Cause } from '#lib/cause.ts'
import type { NewEvent } from './new-event.ts'

/** The ids in the data of events that are about a message, a conversation or a contact. */
type Ids = { id?: string; conversation_id?: string | null; person_id?: string | null }

/**
 * Gives each event of a batch its cause. `causes` has those of messages, by their ids; a conversation or a contact changed because
 * of the first of its messages. An event about something else gets none.
 */
export function attributeEvents(
  events: Pick<NewEvent, 'type' | 'data'>[],
  causes: ReadonlyMap<string, Cause | undefined>,
): NewEvent[] {
  const all = new Map(causes)
  for (const { data } of events) {
    const { id = '', conversation_id: chatId, person_id: personId } = data as Ids
    if (!causes.has(id)) continue
    for (const related of [chatId, personId])
      if (related && !all.has(related)) all.set(related, causes.get(id))
  }
  return events.map((event) => {
    const { id, conversation_id: chatId, person_id: personId } = event.data as Ids
    const known = [id, chatId, personId].find((each) => each && all.has(each))
    return { ...event, cause: known ? all.get(known) : undefined }
  })
}
