import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import { keyText, ownKeys } from './person-facts.ts'
import type { IdentityKey, PersonFacts, PersonRow } from './person-facts.ts'

/** Somebody as known so far, and as known from now on. */
export type IdentityChange = { from: PersonFacts; to: PersonFacts; at: Date }

/** What became of it: `person` as it is now, undefined where nobody has the former identities. */
export type ChangedIdentities = {
  person: PersonRow | undefined
  result: 'changed' | 'conflict' | 'unknown'
}

/**
 * Gives a person new identities in place of former ones of the same kind, as the platform reports it: a number that is
 * given up may become a stranger's. What somebody else has already is not taken: that is flagged on the timeline, and
 * nobody is merged. Runs in the caller's transaction. Locks: the person.
 */
export async function changeIdentities(
  tx: Scope,
  change: IdentityChange,
): Promise<ChangedIdentities> {
  const [former, next] = [ownKeys(change.from), ownKeys(change.to)]
  const owners = await findOwners(tx, [...former, ...next])
  const personId = former.map((key) => owners.get(keyText(key))).find(Boolean)
  if (personId === undefined) return { person: undefined, result: 'unknown' }
  const person = await tx.db
    .selectFrom('people')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Merged since its identity was looked up: that leads to the other one now.
  if (person.merged_into_id !== null) return changeIdentities(tx, change)
  const taken = next.flatMap((key) => {
    const owner = owners.get(keyText(key))
    return owner !== undefined && owner !== personId ? [{ kind: key.kind, person_id: owner }] : []
  })
  if (taken.length > 0) {
    await note(tx, personId, 'identity_conflict', { belongs_to: taken }, change.at)
    return { person, result: 'conflict' }
  }
  const kinds = new Set(next.map((key) => key.kind))
  const kept = new Set(next.map(keyText))
  const given = former.filter((key) => kinds.has(key.kind) && !kept.has(keyText(key)))
  await release(tx, personId, given)
  await claim(
    tx,
    personId,
    next.filter((key) => !owners.has(keyText(key))),
  )
  const phone = next.find((key) => key.kind === 'phone_e164')?.value ?? null
  const isNewPhone = phone !== null && phone !== person.phone_e164
  const data = { from: given, to: next.filter((key) => !owners.has(keyText(key))) }
  await note(tx, personId, 'identity_change', data, change.at)
  if (!isNewPhone) return { person, result: 'changed' }
  const changed = { ...person, phone_e164: phone, updated_at: tx.clock.now() }
  await tx.db
    .updateTable('people')
    .set({ phone_e164: phone, updated_at: changed.updated_at })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', personId)
    .execute()
  return { person: changed, result: 'changed' }
}

async function findOwners(tx: Scope, keys: IdentityKey[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .selectFrom('identities')
    .innerJoin('people', (join) =>
      join
        .onRef('people.workspace_id', '=', 'identities.workspace_id')
        .onRef('people.id', '=', 'identities.person_id'),
    )
    .select(['kind', 'value', sql<string>`coalesce(merged_into_id, person_id)`.as('person_id')])
    .where('identities.workspace_id', '=', tx.workspaceId)
    .where((eb) =>
      eb.or(keys.map((key) => eb.and([eb('kind', '=', key.kind), eb('value', '=', key.value)]))),
    )
    .execute()
  return new Map(rows.map((row) => [keyText(row), row.person_id]))
}

async function release(tx: Scope, personId: string, keys: IdentityKey[]): Promise<void> {
  for (const key of keys)
    await tx.db
      .deleteFrom('identities')
      .where('workspace_id', '=', tx.workspaceId)
      .where('person_id', '=', personId)
      .where('kind', '=', key.kind)
      .where('value', '=', key.value)
      .execute()
}

async function claim(tx: Scope, personId: string, keys: IdentityKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.db
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
    .execute()
}

async function note(
  tx: Scope,
  personId: string,
  kind: 'identity_conflict' | 'identity_change',
  data: unknown,
  at: Date,
): Promise<void> {
  await sql`
    insert into timeline_entries (workspace_id, id, person_id, kind, data, occurred_at)
    values (${tx.workspaceId}, ${newId()}, ${personId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${at})`.execute(
    tx.db,
  )
}
