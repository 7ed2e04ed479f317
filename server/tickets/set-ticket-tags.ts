import { replaceTags } from '#conversations/replace-tags.ts'
import type { Scope } from '#db/context.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'

/** Replaces the tags of a locked ticket by those with `ids`. Returns the changes to record. @throws {AppError} tag_not_found */
export async function setTicketTags(
  tx: Scope,
  ticketId: string,
  ids: string[],
): Promise<NewTicketChange[]> {
  const [changes] = await replaceTags(tx, 'ticket_tags', [{ id: ticketId, tagIds: ids }])
  return changes!.map((change) => ({ ticketId, ...change }))
}
