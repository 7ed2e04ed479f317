import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import type { TimelineEntries } from '#db/tables/contacts.ts'
import { prepared } from '#db/prepared.ts'
import type { Given } from '#db/to-given.ts'
import { newId } from '#lib/ids.ts'
import type { TimelineEntry } from './schema.ts'

/** An entry to record; `at` is now by default. */
type NewTimelineEntry = {
  personId: string
  kind: TimelineEntries['kind']
  data: Record<string, unknown>
  at?: Date
}

/**
 * Records entries on the timelines of contacts, in one statement; returns them in the same order.
 *
 * An `identity_conflict` is recorded once for a contact and the other owners that it names: a contact is written to,
 * or reported, again and again while the conflict is unresolved, and one entry says all. A repetition is returned but
 * not stored.
 */
export async function recordTimelineEntries(
  tx: Scope,
  entries: NewTimelineEntry[],
): Promise<TimelineEntry[]> {
  const made = entries.map(({ personId, kind, data, at = tx.clock.now() }) => ({
    personId,
    json: JSON.stringify(data),
    entry: { id: newId(), kind, occurred_at: at, data },
  }))
  const [conflicts, others] = [made.filter(isConflict), made.filter((each) => !isConflict(each))]
  const distinct = new Map(
    conflicts.toReversed().map((each) => [`${each.personId} ${each.json}`, each]),
  )
  await insertEntries(tx, others)
  await insertConflicts(tx, [...distinct.values()])
  return made.map(({ entry }) => entry)
}

type MadeEntry = { personId: string; json: string; entry: TimelineEntry }

function toRows(made: Given<MadeEntry>) {
  return made.rows('given', {
    id: ['uuid', ({ entry }) => entry.id],
    person_id: ['uuid', ({ personId }) => personId],
    kind: ['text', ({ entry }) => entry.kind],
    data: ['jsonb', ({ json }) => json],
    occurred_at: ['timestamptz', ({ entry }) => entry.occurred_at],
  })
}

const insertEntries = gathered<MadeEntry, never>((tx, made) => {
  const given = toRows(made)
  return prepared<never>`
    insert into timeline_entries (${given.columns})
    select ${given.columns} from ${given}`.later(tx.db)
})

const insertConflicts = gathered<MadeEntry, never>((tx, made) => {
  const given = toRows(made)
  return prepared<never>`
    insert into timeline_entries (${given.columns})
    select ${given.columns} from ${given}
    where not exists (
      select from timeline_entries as known
      where known.workspace_id = given.workspace_id and known.person_id = given.person_id
        and known.kind = 'identity_conflict' and known.data = given.data
    )`.later(tx.db)
})

function isConflict({ entry }: { entry: { kind: string } }): boolean {
  return entry.kind === 'identity_conflict'
}
