import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { PersonDraft } from './person-facts.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'

/**
 * Writes matched people: inserts new ones, updates filled ones, claims their identities and records conflicts, with one
 * statement for each of these. Returns false, with nothing written, when another caller has claimed one of the
 * identities meanwhile.
 */
export async function writePeople(tx: Scope, drafts: PersonDraft[]): Promise<boolean> {
  const claims = drafts
    .flatMap(({ row, claims: keys }) => keys.map((key) => ({ ...key, personId: row.id })))
    .toSorted((a, b) => (`${a.kind} ${a.value}` < `${b.kind} ${b.value}` ? -1 : 1))
  if (claims.length > 0) await sql`savepoint people`.execute(tx.db)
  await insertPeople(
    tx,
    drafts.filter((draft) => draft.isNew),
  )
  if (claims.length > 0) {
    const given = bulkRows('given', claims, {
      kind: ['text', (each) => each.kind],
      value: ['text', (each) => each.value],
      person_id: ['uuid', (each) => each.personId],
    })
    const { numAffectedRows } = await prepared`
      insert into identities (workspace_id, ${given.columns}, created_at)
      select ${tx.workspaceId}::uuid, ${given.columns}, ${tx.clock.now()}::timestamptz from ${given}
      on conflict do nothing`.execute(tx.db)
    const areOurs = numAffectedRows === BigInt(claims.length)
    await sql`${sql.raw(areOurs ? 'release savepoint people' : 'rollback to savepoint people')}`.execute(
      tx.db,
    )
    if (!areOurs) return false
  }
  await updatePeople(
    tx,
    drafts.filter((draft) => !draft.isNew && (draft.isFilled || draft.isSeen)),
  )
  await recordTimelineEntries(
    tx,
    drafts.flatMap(({ row, conflicts }) =>
      conflicts.map((others) => ({
        personId: row.id,
        kind: 'identity_conflict' as const,
        data: { belongs_to: others },
      })),
    ),
  )
  return true
}

async function insertPeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const given = bulkRows(
    'given',
    drafts.map((draft) => draft.row),
    {
      id: ['uuid', (row) => row.id],
      name: ['text', (row) => row.name],
      phone_e164: ['text', (row) => row.phone_e164],
      email: ['text', (row) => row.email],
      source: ['text', (row) => row.source],
      campaign: ['text', (row) => row.campaign],
      last_seen_at: ['timestamptz', (row) => row.last_seen_at],
      created_at: ['timestamptz', (row) => row.created_at],
      updated_at: ['timestamptz', (row) => row.updated_at],
    },
  )
  await prepared`
    insert into people (workspace_id, ${given.columns})
    select ${tx.workspaceId}::uuid, ${given.columns} from ${given}`.execute(tx.db)
}

async function updatePeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.clock.now()
  for (const draft of drafts) draft.row = { ...draft.row, updated_at: now }
  const given = bulkRows(
    'given',
    drafts.map((draft) => draft.row),
    {
      id: ['uuid', (row) => row.id],
      name: ['text', (row) => row.name],
      phone_e164: ['text', (row) => row.phone_e164],
      email: ['text', (row) => row.email],
      campaign: ['text', (row) => row.campaign],
      last_seen_at: ['timestamptz', (row) => row.last_seen_at],
    },
  )
  await prepared`
    update people
    set name = given.name, phone_e164 = given.phone_e164, email = given.email, campaign = given.campaign,
      last_seen_at = given.last_seen_at, updated_at = ${now}::timestamptz
    from ${given}
    where people.workspace_id = ${tx.workspaceId} and people.id = given.id`.execute(tx.db)
}
