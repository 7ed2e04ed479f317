import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { IdentityKind, People } from '../db/types.ts'
import { newId } from '../lib/ids.ts'
import { phoneMatchKeys } from '../lib/phone.ts'

/** One identity of a person on a platform, as the platform writes it. */
export type ChannelIdentity = { kind: Exclude<IdentityKind, 'phone_e164' | 'email'>; value: string }

/** What is known of somebody: `phoneE164` is normalised, `email` as written, `identities` of a platform. */
export type PersonFacts = {
  name?: string | undefined
  phoneE164?: string | undefined
  email?: string | undefined
  identities?: ChannelIdentity[]
  source: string
  campaign?: string | undefined
  seenAt?: Date | undefined
}

/** A person and how it was found: null by no rule, it is new. `isFilled`: empty fields of a found one were filled. */
export type MatchedPerson = { person: Row; matchedBy: MatchedBy | null; isFilled: boolean }

/** The rule by which an existing person was found. */
export type MatchedBy = 'phone' | 'email' | 'channel_identity'

type Key = { kind: IdentityKind; value: string }
type Row = Selectable<People>

/**
 * The person that `facts` speak of: found by phone, then e-mail, then channel identity, or made new.
 *
 * A found person keeps what it has; only empty fields are filled. The unique key of identities decides between
 * simultaneous callers, so one phone never becomes two people. Facts that point to another person too are
 * not merged but flagged on the timeline.
 */
export async function matchPerson(tx: Scope, facts: PersonFacts): Promise<MatchedPerson> {
  const groups = toSearch(facts)
  for (let attempt = 1; attempt <= 5; attempt++) {
    const owners = await findOwners(
      tx,
      groups.flatMap((group) => group.keys),
    )
    for (const group of groups) {
      const personId = group.keys
        .map(keyText)
        .map((key) => owners.get(key))
        .find(Boolean)
      if (personId)
        return {
          ...(await enrich(tx, personId, facts, owners)),
          matchedBy: group.matchedBy,
        }
    }
    const person = await createPerson(tx, facts)
    if (person) return { person, matchedBy: null, isFilled: false }
  }
  throw new Error('Identities kept changing hands while a person was matched.')
}

function toSearch(facts: PersonFacts): { matchedBy: MatchedBy; keys: Key[] }[] {
  const phones = facts.phoneE164 ? phoneMatchKeys(facts.phoneE164) : []
  return [
    { matchedBy: 'phone', keys: phones.map((value) => ({ kind: 'phone_e164', value })) },
    {
      matchedBy: 'email',
      keys: facts.email ? [{ kind: 'email', value: foldEmail(facts.email) }] : [],
    },
    {
      matchedBy: 'channel_identity',
      keys: [
        ...(facts.identities ?? []),
        ...phones.map((value) => ({ kind: 'wa_id' as const, value: value.slice(1) })),
      ],
    },
  ]
}

/** The keys that a person with `facts` owns, in the order in which every writer claims them. */
function ownKeys(facts: PersonFacts): Key[] {
  const keys: Key[] = [...(facts.identities ?? [])]
  if (facts.email) keys.unshift({ kind: 'email', value: foldEmail(facts.email) })
  if (facts.phoneE164) keys.unshift({ kind: 'phone_e164', value: facts.phoneE164 })
  return keys
}

async function findOwners(tx: Scope, keys: Key[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('identities')
    .select(['kind', 'value', 'person_id'])
    .where('workspace_id', '=', tx.workspaceId)
    .where((eb) =>
      eb.or(keys.map((key) => eb.and([eb('kind', '=', key.kind), eb('value', '=', key.value)]))),
    )
    .execute()
  return new Map(rows.map((row) => [keyText(row), row.person_id]))
}

/** A new person with every identity of `facts`; undefined when somebody else claimed one of them meanwhile. */
async function createPerson(tx: Scope, facts: PersonFacts): Promise<Row | undefined> {
  const now = tx.clock.now()
  const person: Row = {
    workspace_id: tx.workspaceId,
    id: newId(),
    name: facts.name ?? null,
    phone_e164: facts.phoneE164 ?? null,
    email: facts.email ?? null,
    source: facts.source,
    campaign: facts.campaign ?? null,
    created_at: now,
    updated_at: now,
    last_seen_at: facts.seenAt ?? null,
  }
  await tx.db.insertInto('people').values(person).execute()
  const keys = ownKeys(facts)
  const claimed = await claimKeys(tx, person.id, keys)
  if (claimed.length === keys.length) return person
  for (const table of ['identities', 'people'] as const)
    await tx.db
      .deleteFrom(table)
      .where('workspace_id', '=', tx.workspaceId)
      .where(sql.ref(table === 'people' ? 'id' : 'person_id'), '=', person.id)
      .execute()
  return undefined
}

async function claimKeys(tx: Scope, personId: string, keys: Key[]): Promise<Key[]> {
  if (keys.length === 0) return []
  return tx.db
    .insertInto('identities')
    .values(
      keys.map((key) => ({
        ...key,
        workspace_id: tx.workspaceId,
        person_id: personId,
        created_at: tx.clock.now(),
      })),
    )
    .onConflict((oc) => oc.columns(['workspace_id', 'kind', 'value']).doNothing())
    .returning(['kind', 'value'])
    .execute()
}

/** Fills what the found person lacks, claims what nobody owns, and flags what somebody else does. */
async function enrich(
  tx: Scope,
  personId: string,
  facts: PersonFacts,
  owners: Map<string, string>,
): Promise<{ person: Row; isFilled: boolean }> {
  const person = await tx.db
    .selectFrom('people')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', personId)
    // Not "for update": rows that refer to the person are written under later locks, and must not wait for this.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const wanted = ownKeys(facts).filter(
    (key) =>
      !owners.has(keyText(key)) &&
      (key.kind === 'phone_e164'
        ? person.phone_e164 === null
        : key.kind !== 'email' || person.email === null),
  )
  const claimed = await claimKeys(tx, personId, wanted)
  const has = (kind: IdentityKind) => claimed.some((key) => key.kind === kind)
  const filled = {
    name: person.name ?? facts.name ?? null,
    phone_e164: person.phone_e164 ?? (has('phone_e164') ? facts.phoneE164! : null),
    email: person.email ?? (has('email') ? facts.email! : null),
    campaign: person.campaign ?? facts.campaign ?? null,
  }
  const lastSeenAt = later(person.last_seen_at, facts.seenAt)
  const taken = claimed.length < wanted.length ? await findOwners(tx, wanted) : new Map()
  await flagConflicts(tx, personId, facts, new Map([...owners, ...taken]))
  const isFilled = Object.entries(filled).some(
    ([field, value]) => person[field as keyof Row] !== value,
  )
  if (!isFilled && lastSeenAt === person.last_seen_at) return { person, isFilled }
  const updated = await tx.db
    .updateTable('people')
    .set({ ...filled, last_seen_at: lastSeenAt, updated_at: tx.clock.now() })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', personId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { person: updated, isFilled }
}

/** Notes on the timeline, once, that `facts` also point to other people. */
async function flagConflicts(
  tx: Scope,
  personId: string,
  facts: PersonFacts,
  owners: Map<string, string>,
): Promise<void> {
  const others = ownKeys(facts)
    .map((key) => ({ kind: key.kind, person_id: owners.get(keyText(key)) }))
    .filter((key) => key.person_id !== undefined && key.person_id !== personId)
  if (others.length === 0) return
  const data = JSON.stringify({ belongs_to: others })
  await sql`
    insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
    select ${tx.workspaceId}, ${newId()}, ${personId}, 'identity_conflict', ${data}::jsonb, ${tx.clock.now()}
    where not exists (
      select from timeline_entries
      where workspace_id = ${tx.workspaceId} and person_id = ${personId}
        and kind = 'identity_conflict' and data = ${data}::jsonb)`.execute(tx.db)
}

function later(a: Date | null, b: Date | undefined): Date | null {
  return b && (!a || b > a) ? b : a
}

/** The form of an e-mail address in which two spellings of it are the same. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

function keyText(key: Key): string {
  return `${key.kind} ${key.value}`
}
