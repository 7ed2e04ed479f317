import { matchPeople } from '../match-people.ts'
import { recordLeads } from '../record-lead.ts'
import { toPerson } from '../schema.ts'
import type { Scope } from '#context.ts'
import type { EventType } from '#shared/event-types.ts'
import type { RowContact } from './read-contact.ts'

/** A row of a file with a contact. */
type NumberedContact = RowContact & { row: number }

/**
 * Finds or creates the contacts of rows like `createContact`, in a bounded number of statements: fills empty fields and
 * records a lead for each row. Returns how many are new, and the events for the end of the transaction.
 */
export async function recordContacts(
  tx: Scope,
  importId: string,
  rows: NumberedContact[],
): Promise<{ created: number; events: { type: EventType; data: unknown }[] }> {
  const matched = await matchPeople(
    tx,
    rows.map((row) => row.facts),
  )
  const leads = await recordLeads(
    tx,
    rows.map(({ facts, row }, index) => ({
      personId: matched[index]!.person.id,
      source: facts.source,
      campaign: facts.campaign,
      details: { import_id: importId, row },
      at: tx.clock.now(),
    })),
  )
  const isNew = new Set(matched.flatMap((each) => (each.matchedBy ? [] : [each.person.id])))
  const updated = new Map(
    matched.flatMap(({ person, isFilled }) =>
      isFilled && !isNew.has(person.id) ? [[person.id, person]] : [],
    ),
  )
  return {
    created: isNew.size,
    events: [
      ...matched.map(({ person, matchedBy }, index) => ({
        type: 'contact.created' as const,
        data: { ...toPerson(person), matched_by: matchedBy, lead: leads[index] },
      })),
      ...[...updated.values()].map((person) => ({
        type: 'contact.updated' as const,
        data: toPerson(person),
      })),
    ],
  }
}
