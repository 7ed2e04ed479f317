import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { partOf } from '#lib/part-of.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import type { InputName } from './contact-attributes.ts'
import { indexFields } from './custom-fields/index-fields.ts'
import { keyText } from './person-facts.ts'
import type { IdentityKey, PersonDraft, PersonRow } from './person-facts.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'

/**
 * Writes matched people: inserts new ones with the identities that all claim, updates filled ones and records conflicts,
 * with one statement for each of these. The transaction fails and is repeated when another one has claimed one of the
 * identities meanwhile.
 */
export async function writePeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  await insertPeople(tx, drafts)
  await updatePeople(
    tx,
    drafts.filter((draft) => !draft.isNew && (draft.isFilled || draft.isSeen)),
  )
  await indexFields(
    tx,
    drafts.filter((draft) => draft.hasNewFields).map((draft) => draft.row),
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
}

/** An identity that a person claims. */
type Claim = IdentityKey & { personId: string }

/** Inserts new people and the claimed identities, in key order. */
async function insertPeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  const claims: Claim[] = drafts
    .flatMap(({ row, claims: keys }) => keys.map((key) => ({ ...key, personId: row.id })))
    .toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
  const people = drafts.filter((draft) => draft.isNew).map((draft) => draft.row)
  if (claims.length + people.length === 0) return
  const given = bulkRows('given', people, {
    id: ['uuid', (row) => row.id],
    ...inputColumns((row: PersonRow) => row),
    phone_e164: ['text', (row) => row.phone_e164],
    email: ['text', (row) => row.email],
    source: ['text', (row) => row.source],
    fields: ['jsonb', (row) => JSON.stringify(row.fields)],
    last_seen_at: ['timestamptz', (row) => row.last_seen_at],
    created_at: ['timestamptz', (row) => row.created_at],
    updated_at: ['timestamptz', (row) => row.updated_at],
  })
  const claimed = bulkRows('claimed', claims, {
    kind: ['text', (each) => each.kind],
    value: ['text', (each) => each.value],
    person_id: ['uuid', (each) => each.personId],
  })
  // PostgreSQL checks at the end of the statement that the people of the identities exist.
  await prepared`
    with new_people as (
      insert into people (workspace_id, ${given.columns})
      select ${tx.workspaceId}::uuid, ${given.columns} from ${given}
    )
    insert into identities (workspace_id, ${claimed.columns}, created_at)
    select ${tx.workspaceId}::uuid, ${claimed.columns}, ${tx.clock.now()}::timestamptz
    from ${claimed}`.later(tx.db)
}

const INPUTS = Object.entries(partOf(CONTACT_ATTRIBUTES, 'input'))

const SET_INPUTS = sql.raw(INPUTS.map(([name]) => `${name} = given.${name}`).join(', '))

/** Returns the columns of the plain values for `bulkRows`. */
function inputColumns<T>(toRow: (item: T) => PersonRow) {
  return Object.fromEntries(
    INPUTS.map(([name, { type }]) => [name, [type, (item: T) => toRow(item)[name as InputName]]]),
  ) as Parameters<typeof bulkRows<T>>[2]
}

async function updatePeople(tx: Scope, drafts: PersonDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.clock.now()
  for (const draft of drafts) draft.row = { ...draft.row, updated_at: now }
  const given = bulkRows('given', drafts, {
    id: ['uuid', ({ row }) => row.id],
    ...inputColumns(({ row }: PersonDraft) => row),
    phone_e164: ['text', ({ row }) => row.phone_e164],
    email: ['text', ({ row }) => row.email],
    last_seen_at: ['timestamptz', ({ row }) => row.last_seen_at],
    fields: [
      'jsonb',
      ({ row, hasNewFields }) => (hasNewFields ? JSON.stringify(row.fields) : null),
    ],
  })
  await prepared`
    update people
    set ${SET_INPUTS}, phone_e164 = given.phone_e164, email = given.email,
      last_seen_at = given.last_seen_at, fields = coalesce(given.fields, people.fields), updated_at = ${now}::timestamptz
    from ${given}
    where people.workspace_id = ${tx.workspaceId} and people.id = given.id`.later(tx.db)
}
