import type { NewTicketChange } from '#tickets/record-ticket-changes.ts'

/** A ticket, as the history of another one names it. */
type Named = { id: string; number: number }

/** Returns the entries of the history of two tickets that were linked, or are not any more: one for each. */
export function linkChanges(
  kind: 'linked' | 'unlinked',
  [a, b]: [Named, Named],
): NewTicketChange[] {
  return [
    { ticketId: a.id, kind, data: { ticket_id: b.id, number: b.number } },
    { ticketId: b.id, kind, data: { ticket_id: a.id, number: a.number } },
  ]
}
