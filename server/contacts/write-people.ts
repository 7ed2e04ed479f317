import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { gathered } from '#db/gathered.ts'
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
  await insertPeople(
    tx,
    drafts.filter((draft) => draft.isNew || draft.claims.length > 0),
  )
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
type Claim = IdentityKey & { workspaceId: string; personId: string }

/** Inserts new people and the claimed identities, in key order. */
const insertPeople = gathered<PersonDraft, never>((tx, { inputs: drafts }) => {
  const order = (claim: Claim) => `${claim.workspaceId} ${keyText(claim)}`
  const claims = drafts
    .flatMap(({ row, claims: keys }) =>
      keys.map((key): Claim => ({ ...key, workspaceId: row.workspace_id, personId: row.id })),
    )
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  const people = drafts.filter((draft) => draft.isNew).map((draft) => draft.row)
  const given = bulkRows('given', people, {
    workspace_id: ['uuid', (row) => row.workspace_id],
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
    workspace_id: ['uuid', (each) => each.workspaceId],
    kind: ['text', (each) => each.kind],
    value: ['text', (each) => each.value],
    person_id: ['uuid', (each) => each.personId],
  })
  // PostgreSQL checks at the end of the statement that the people of the identities exist.
  return prepared<never>`
    with new_people as (
      insert into people (${given.columns}) select ${given.columns} from ${given}
    )
    insert into identities (${claimed.columns}, created_at)
    select ${claimed.columns}, ${tx.clock.now()}::timestamptz from ${claimed}`.later(tx.db)
})

const INPUTS = Object.entries(partOf(CONTACT_ATTRIBUTES, 'input'))

const SET_INPUTS = sql.raw(INPUTS.map(([name]) => `${name} = given.${name}`).join(', '))

/** Returns the columns of the plain values for `bulkRows`. */
function inputColumns<T>(toRow: (item: T) => PersonRow) {
  return Object.fromEntries(
    INPUTS.map(([name, { type }]) => [name, [type, (item: T) => toRow(item)[name as InputName]]]),
  ) as Parameters<typeof bulkRows<T>>[2]
}

const updatePeople = gathered<PersonDraft, never>((tx, drafts) => {
  const now = tx.clock.now()
  for (const draft of drafts.inputs) draft.row = { ...draft.row, updated_at: now }
  const given = drafts.rows('given', {
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
  return prepared<never>`
    update people
    set ${SET_INPUTS}, phone_e164 = given.phone_e164, email = given.email,
      last_seen_at = given.last_seen_at, fields = coalesce(given.fields, people.fields), updated_at = ${now}::timestamptz
    from ${given}
    where people.workspace_id = given.workspace_id and people.id = given.id`.later(tx.db)
})
