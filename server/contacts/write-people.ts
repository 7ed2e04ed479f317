import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { PersonDraft } from './person-facts.ts'

/**
 * Writes people that were matched: new ones, what was filled, the identities they take, and conflicts, each of
 * these in one statement. False, with nothing written, when somebody else took one of the identities meanwhile.
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
    const { numAffectedRows } = await sql`/* prepared */
      insert into identities (workspace_id, kind, value, person_id, created_at)
      select ${tx.workspaceId}::uuid, given.*, ${tx.clock.now()}::timestamptz from unnest(
        ${claims.map((each) => each.kind)}::text[],
        ${claims.map((each) => each.value)}::text[],
        ${claims.map((each) => each.personId)}::uuid[]
      ) as given
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
  await flagConflicts(tx, drafts)
  return true
}

async function insertPeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const column = <T>(read: (row: PersonDraft['row']) => T) => drafts.map(({ row }) => read(row))
  await sql`/* prepared */
    insert into people (workspace_id,
      id, name, phone_e164, email, source, campaign, last_seen_at, created_at, updated_at)
    select ${tx.workspaceId}::uuid, given.*
    from unnest(
      ${column((row) => row.id)}::uuid[],
      ${column((row) => row.name)}::text[],
      ${column((row) => row.phone_e164)}::text[],
      ${column((row) => row.email)}::text[],
      ${column((row) => row.source)}::text[],
      ${column((row) => row.campaign)}::text[],
      ${column((row) => row.last_seen_at)}::timestamptz[],
      ${column((row) => row.created_at)}::timestamptz[],
      ${column((row) => row.updated_at)}::timestamptz[]
    ) as given`.execute(tx.db)
}

async function updatePeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.clock.now()
  for (const draft of drafts) draft.row = { ...draft.row, updated_at: now }
  const column = <T>(read: (row: PersonDraft['row']) => T) => drafts.map(({ row }) => read(row))
  await sql`/* prepared */
    update people
    set name = given.name, phone_e164 = given.phone_e164, email = given.email, campaign = given.campaign,
      last_seen_at = given.last_seen_at, updated_at = ${now}::timestamptz
    from unnest(
      ${column((row) => row.id)}::uuid[],
      ${column((row) => row.name)}::text[],
      ${column((row) => row.phone_e164)}::text[],
      ${column((row) => row.email)}::text[],
      ${column((row) => row.campaign)}::text[],
      ${column((row) => row.last_seen_at)}::timestamptz[]
    ) as given (id, name, phone_e164, email, campaign, last_seen_at)
    where people.workspace_id = ${tx.workspaceId} and people.id = given.id`.execute(tx.db)
}

/** Notes on timelines, once each, that what was said of somebody also points to other people. */
async function flagConflicts(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  const notes = new Map(
    drafts.flatMap(({ row, conflicts }) =>
      conflicts.map((others) => {
        const data = JSON.stringify({ belongs_to: others })
        return [`${row.id} ${data}`, { personId: row.id, data }] as const
      }),
    ),
  )
  if (notes.size === 0) return
  const rows = [...notes.values()]
  await sql`
    insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
    select ${tx.workspaceId}::uuid, given.id, given.person_id, 'identity_conflict', given.data,
      ${tx.clock.now()}::timestamptz
    from unnest(
      ${rows.map(() => newId())}::uuid[],
      ${rows.map((row) => row.personId)}::uuid[],
      ${rows.map((row) => row.data)}::jsonb[]
    ) as given (id, person_id, data)
    where not exists (
      select from timeline_entries
      where workspace_id = ${tx.workspaceId} and timeline_entries.person_id = given.person_id
        and kind = 'identity_conflict' and timeline_entries.data = given.data)`.execute(tx.db)
}
