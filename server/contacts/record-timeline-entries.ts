import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { TimelineEntries } from '#db/tables/contacts.ts'
import { prepared } from '#db/prepared.ts'
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
  if (entries.length === 0) return []
  const made = entries.map(({ personId, kind, data, at = tx.clock.now() }) => ({
    personId,
    json: JSON.stringify(data),
    entry: { id: newId(), kind, occurred_at: at, data },
  }))
  const [conflicts, others] = [made.filter(isConflict), made.filter((each) => !isConflict(each))]
  const distinct = new Map(
    conflicts.toReversed().map((each) => [`${each.personId} ${each.json}`, each]),
  )
  const given = bulkRows('given', [...others, ...distinct.values()], {
    id: ['uuid', ({ entry }) => entry.id],
    person_id: ['uuid', ({ personId }) => personId],
    kind: ['text', ({ entry }) => entry.kind],
    data: ['jsonb', ({ json }) => json],
    occurred_at: ['timestamptz', ({ entry }) => entry.occurred_at],
  })
  // The statement for conflicts reads the timeline; all other entries need not pay for that.
  await (
    conflicts.length === 0
      ? prepared`
        insert into timeline_entries (workspace_id, ${given.columns})
        select ${tx.workspaceId}::uuid, ${given.columns} from ${given}`
      : prepared`
        insert into timeline_entries (workspace_id, ${given.columns})
        select ${tx.workspaceId}::uuid, ${given.columns} from ${given}
        where given.kind <> 'identity_conflict' or not exists (
          select from timeline_entries as known
          where known.workspace_id = ${tx.workspaceId} and known.person_id = given.person_id
            and known.kind = 'identity_conflict' and known.data = given.data
        )`
  ).later(tx.db)
  return made.map(({ entry }) => entry)
}

function isConflict({ entry }: { entry: { kind: string } }): boolean {
  return entry.kind === 'identity_conflict'
}
