import { sql } from 'kysely'
import { FIELDS_MAX } from '#shared/contacts.ts'
import { matchPeople } from '../match-people.ts'
import type { MatchedPerson } from '../person-facts.ts'
import { recordLeads } from '../record-lead.ts'
import { toPerson } from '../schema.ts'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
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
  const filled = await fillFields(tx, rows, matched)
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
      (isFilled || filled.has(person.id)) && !isNew.has(person.id) ? [[person.id, person]] : [],
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

/** Adds custom fields that people do not have yet, also to `matched`; returns the ids of the changed people. */
async function fillFields(
  tx: Scope,
  rows: NumberedContact[],
  matched: MatchedPerson[],
): Promise<Set<string>> {
  const now = tx.clock.now()
  const fields = new Map(matched.map(({ person }) => [person.id, person.fields]))
  const filled = new Set<string>()
  for (const [index, { person }] of matched.entries()) {
    const before = fields.get(person.id)!
    const news = Object.entries(rows[index]!.fields).filter(
      ([name]) => !Object.hasOwn(before, name),
    )
    if (news.length === 0) continue
    const entries = [...Object.entries(before), ...news].slice(0, FIELDS_MAX)
    fields.set(person.id, Object.fromEntries(entries))
    filled.add(person.id)
  }
  if (filled.size === 0) return filled
  const given = bulkRows('given', [...filled], {
    id: ['uuid', (id) => id],
    fields: ['jsonb', (id) => JSON.stringify(fields.get(id))],
  })
  await sql`
    update people set fields = given.fields, updated_at = ${now}::timestamptz
    from ${given}
    where people.workspace_id = ${tx.workspaceId} and people.id = given.id`.execute(tx.db)
  for (const each of matched) {
    if (filled.has(each.person.id))
      each.person = { ...each.person, fields: fields.get(each.person.id)!, updated_at: now }
  }
  return filled
}
