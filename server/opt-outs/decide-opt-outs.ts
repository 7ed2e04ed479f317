import { sql } from 'kysely'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Person } from '#contacts/schema.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { entryOf } from '#lib/entry-of.ts'
import type { OptOutWay } from '#shared/opt-outs.ts'

/** A decision about marketing messages to a contact, at the time of `at`; `data` is for the timeline. */
type OptOutDecision = {
  personId: string
  isOut: boolean
  by: OptOutWay
  at: Date
  data?: Record<string, unknown>
}

/** An event of a changed contact, which the caller records. */
type OptOutEvent = { type: 'contact.opted_out' | 'contact.opted_in'; data: Person }

/**
 * Opts contacts out of marketing messages, or in again. The latest decision by time counts, and an opt-out of the same
 * moment: one that arrives late changes nothing. Changes, and everything that the platform reports, are on the timeline. Returns the contacts that changed,
 * by id, with their events.
 *
 * Runs in the caller's transaction, which records the events. Locks: the contacts in id order.
 */
export async function decideOptOuts(
  tx: Scope,
  decisions: OptOutDecision[],
): Promise<Map<string, OptOutEvent>> {
  if (decisions.length === 0) return new Map()
  const people = await lockPeople(
    tx,
    decisions.map(({ personId }) => personId),
  )
  const before = new Map([...people.values()].map((person) => [person.id, person]))
  const after = new Map(before)
  for (const decision of decisions) {
    const person = people.get(decision.personId)
    if (person) after.set(person.id, apply(entryOf(after, person.id), decision))
  }
  await recordTimelineEntries(
    tx,
    decisions.flatMap(({ personId, isOut, by, at, data }) => {
      const person = people.get(personId)
      const isChange = by === 'platform' || (person && isOptedOut(person) !== isOut)
      const value = isOut ? 'stop' : 'resume'
      return person && isChange
        ? [
            {
              personId: person.id,
              kind: 'preference' as const,
              data: { category: 'marketing_messages', value, by, ...data },
              at,
            },
          ]
        : []
    }),
  )
  const now = tx.clock.now()
  const written = [...after.values()]
    .filter((person) => person !== before.get(person.id))
    .map((person) => ({ ...person, updated_at: now }))
  if (written.length === 0) return new Map()
  const given = bulkRows('given', written, {
    id: ['uuid', (person) => person.id],
    opted_out_at: ['timestamptz', (person) => person.opted_out_at],
    opted_out_by: ['text', (person) => person.opted_out_by],
    decided_at: ['timestamptz', (person) => person.opt_out_decided_at],
  })
  await sql`
    update people
    set opted_out_at = given.opted_out_at, opted_out_by = given.opted_out_by,
      opt_out_decided_at = given.decided_at, updated_at = ${now}::timestamptz
    from ${given}
    where people.workspace_id = ${tx.workspaceId} and people.id = given.id`.execute(tx.db)
  return new Map(
    written
      .filter((person) => isOptedOut(person) !== isOptedOut(entryOf(before, person.id)))
      .map((person) => [
        person.id,
        {
          type: isOptedOut(person) ? 'contact.opted_out' : 'contact.opted_in',
          data: toPerson(person),
        },
      ]),
  )
}

function isOptedOut({ opted_out_at: at }: PersonRow): boolean {
  return at !== null
}

function apply(person: PersonRow, { isOut, by, at }: OptOutDecision): PersonRow {
  const { opt_out_decided_at: decidedAt } = person
  if (decidedAt !== null && (at < decidedAt || (!isOut && at.getTime() === decidedAt.getTime())))
    return person
  if (!isOut) return { ...person, opted_out_at: null, opted_out_by: null, opt_out_decided_at: at }
  const isOld = person.opted_out_at !== null
  return {
    ...person,
    opted_out_at: isOld ? person.opted_out_at : at,
    opted_out_by: isOld ? person.opted_out_by : by,
    opt_out_decided_at: at,
  }
}

/** Locks the contacts with these ids, and returns them by each of these; a merged one as the one it was merged into. */
async function lockPeople(tx: Scope, ids: string[]): Promise<Map<string, PersonRow>> {
  const { rows } = await sql<PersonRow & { asked: string[] }>`
    select people.* from people
    where workspace_id = ${tx.workspaceId} and id in (
      select coalesce(merged_into_id, id) from people
      where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    )
    order by id for no key update`.execute(tx.db)
  const { rows: owners } = await sql<{ id: string; owner: string }>`
    select id, coalesce(merged_into_id, id) as owner from people
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])`.execute(tx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    owners.flatMap(({ id, owner }) => (byId.has(owner) ? [[id, entryOf(byId, owner)]] : [])),
  )
}
