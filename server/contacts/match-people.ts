import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { FIELDS_MAX } from '#shared/contacts.ts'
import { isBlank } from '#lib/is-blank.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { namesOf } from '#lib/part-of.ts'
import { foldEmail } from '#lib/read-email.ts'
import type { PartOf } from '#lib/part-of.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import type { Inputs } from './contact-attributes.ts'
import { findIdentityOwners } from './find-identity-owners.ts'
import { keyText, ownKeys, toSearch } from './person-facts.ts'
import type {
  IdentityKey,
  MatchedBy,
  MatchedPerson,
  PersonDraft,
  PersonFacts,
  PersonRow,
  PersonSearch,
} from './person-facts.ts'
import { writePeople } from './write-people.ts'

/**
 * Finds the contact of each of `facts` by phone, then email, then channel identity, or creates it, in a bounded number
 * of statements. Facts of one list that share an identity belong to one contact.
 *
 * Fills only empty fields of a found contact. The unique key of identities decides between concurrent callers, so one
 * phone never becomes two contacts. Facts that also point to another contact are not merged but recorded as a conflict
 * on the timeline. Locks: people in id order, then identities in key order.
 */
export async function matchPeople(tx: Scope, facts: PersonFacts[]): Promise<MatchedPerson[]> {
  const searches = facts.map(toSearch)
  const asked = searches.flatMap(({ rules, spellings }) => [
    ...rules.flatMap((rule) => rule.keys),
    ...spellings.flat(),
  ])
  const keys = [...new Map(asked.map((key) => [keyText(key), key])).values()]
  for (let attempt = 1; attempt <= 5; attempt++) {
    const owners = await findIdentityOwners(tx, keys)
    const drafts = await lockPeople(tx, new Set(owners.values()))
    // One was merged between the two statements: look up again, which finds the contact it was merged into.
    if ([...drafts.values()].some(({ row }) => row.merged_into_id !== null)) continue
    const matched = facts.map((each, index) =>
      draftPerson(tx, { facts: each, ...itemAt(searches, index) }, owners, drafts),
    )
    await writePeople(tx, [...drafts.values()])
    return matched.map(({ draft, matchedBy }) => ({
      person: draft.row,
      matchedBy,
      isFilled: draft.isFilled && !draft.isNew,
    }))
  }
  throw new Error('Matching contacts failed because contacts kept being merged.')
}

/** Adds the owner of one spelling of a phone number or email address to its other spellings, which nobody else may claim. */
function shareOwners(spellings: IdentityKey[][], owners: Map<string, string>): void {
  for (const keys of spellings) {
    const owner = keys.map((key) => owners.get(keyText(key))).find(Boolean)
    if (owner === undefined) continue
    for (const key of keys) if (!owners.has(keyText(key))) owners.set(keyText(key), owner)
  }
}

/** Locks and returns the people with these ids. Not "for update", which would block inserts that refer to them. */
async function lockPeople(tx: Scope, ids: Set<string>): Promise<Map<string, PersonDraft>> {
  const rows = await lockGiven(tx, [...ids])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        isNew: false,
        isFilled: false,
        isSeen: false,
        hasNewFields: false,
        claims: [],
        conflicts: [],
      },
    ]),
  )
}

const lockGiven = gathered<string, PersonRow>((tx, ids) => {
  const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
  return prepared<PersonRow>`
    select ${rowColumns('people', 'people')} from ${asked}
    join people on people.workspace_id = asked.workspace_id and people.id = asked.id
    order by people.id for no key update of people`.execute(tx.db)
})

/** Finds the draft of one person, or adds one, and adds the identities it claims to `owners`. */
function draftPerson(
  tx: Scope,
  { facts, rules, spellings }: { facts: PersonFacts } & PersonSearch,
  owners: Map<string, string>,
  drafts: Map<string, PersonDraft>,
): { draft: PersonDraft; matchedBy: MatchedBy | null } {
  shareOwners(spellings, owners)
  for (const { matchedBy, keys } of rules) {
    const personId = keys.map((key) => owners.get(keyText(key))).find(Boolean)
    if (personId === undefined) continue
    const draft = drafts.get(personId)!
    enrich(draft, facts, owners)
    return { draft, matchedBy }
  }
  const draft = createDraft(tx, facts)
  draft.claims = ownKeys(facts).filter((key) => !owners.has(keyText(key)))
  addConflict(draft, facts, owners)
  for (const key of draft.claims) owners.set(keyText(key), draft.row.id)
  drafts.set(draft.row.id, draft)
  return { draft, matchedBy: null }
}

function createDraft(tx: Scope, facts: PersonFacts): PersonDraft {
  const now = tx.clock.now()
  const row: PersonRow = {
    ...NOTHING,
    workspace_id: tx.workspaceId,
    id: newId(),
    ...fillInputs(NOTHING, facts),
    phone_e164: facts.phoneE164 ?? null,
    email: facts.email ?? null,
    source: facts.source,
    created_at: now,
    updated_at: now,
    last_seen_at: facts.seenAt ?? null,
    merged_into_id: null,
    fields: facts.fields ?? {},
  }
  return {
    row,
    isNew: true,
    isFilled: false,
    isSeen: false,
    hasNewFields: Object.keys(row.fields).length > 0,
    claims: [],
    conflicts: [],
  }
}

/** Every attribute, empty. */
const NOTHING = Object.fromEntries(
  namesOf(CONTACT_ATTRIBUTES, 'merge').map((name) => [name, null]),
) as Record<keyof PartOf<typeof CONTACT_ATTRIBUTES, 'merge'>, null>

/** Returns the plain values of a person, the empty ones from `facts`. */
function fillInputs(row: Inputs, facts: PersonFacts): Inputs {
  return Object.fromEntries(
    namesOf(CONTACT_ATTRIBUTES, 'input').map((name) => [
      name,
      // A stored text that shows nothing is empty.
      isBlank(row[name] ?? '') ? (facts[name] ?? row[name]) : row[name],
    ]),
  ) as Inputs
}

/** Fills empty fields of a found person, claims identities without an owner, and collects those of other people. */
function enrich(draft: PersonDraft, facts: PersonFacts, owners: Map<string, string>): void {
  const { row } = draft
  const keys = ownKeys(facts)
  // A number of somebody with another number, and none of those given, is not theirs: many know only an email address.
  const isKnownBy = (kind: string) =>
    keys.some((key) => key.kind === kind && owners.get(keyText(key)) === row.id)
  const wanted = keys.filter(
    (key) =>
      !owners.has(keyText(key)) &&
      (key.kind === 'phone_e164'
        ? row.phone_e164 === null || isKnownBy(key.kind)
        : key.kind !== 'email' || row.email === null || isKnownBy(key.kind)),
  )
  for (const key of wanted) owners.set(keyText(key), row.id)
  draft.claims.push(...wanted)
  const phone = wanted.find(({ kind }) => kind === 'phone_e164')?.value
  const emails = wanted.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []))
  const email = [facts.email, ...(facts.otherEmails ?? [])].find(
    (each) => each !== undefined && emails.includes(foldEmail(each)),
  )
  const filled = {
    ...fillInputs(row, facts),
    phone_e164: row.phone_e164 ?? phone ?? null,
    email: row.email ?? email ?? null,
  }
  const isFilled = Object.entries(filled).some(([field, value]) => row[field as 'name'] !== value)
  const isSeen =
    facts.seenAt !== undefined && !(row.last_seen_at && row.last_seen_at >= facts.seenAt)
  const fields = addFields(row.fields, facts.fields)
  const hasNewFields = fields !== row.fields
  draft.isFilled ||= isFilled || hasNewFields
  draft.isSeen ||= isSeen
  draft.hasNewFields ||= hasNewFields
  draft.row = { ...row, ...filled, fields, last_seen_at: isSeen ? facts.seenAt! : row.last_seen_at }
  addConflict(draft, facts, owners)
}

/** Notes the identities of a person that belong to others. */
function addConflict(draft: PersonDraft, facts: PersonFacts, owners: Map<string, string>): void {
  const others = ownKeys(facts)
    .map((key) => ({ kind: key.kind, person_id: owners.get(keyText(key)) ?? draft.row.id }))
    .filter((key) => key.person_id !== draft.row.id)
  if (others.length > 0) draft.conflicts.push(others)
}

/** Adds the custom fields that a contact does not have, as far as it can have more. Returns the same object if there is none. */
function addFields(
  before: Record<string, string>,
  given: Record<string, string> = {},
): Record<string, string> {
  const added = Object.entries(given)
    .filter(([name]) => !Object.hasOwn(before, name))
    .slice(0, Math.max(0, FIELDS_MAX - Object.keys(before).length))
  return added.length === 0 ? before : { ...before, ...Object.fromEntries(added) }
}
