import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { updateById } from '#db/update-by-id.ts'
import { findById } from '#db/find-by-id.ts'
import { present } from '#lib/present.ts'
import { findIdentityOwners } from './find-identity-owners.ts'
import { keyText, ownKeys } from './person-facts.ts'
import type { IdentityKey, PersonFacts, PersonRow } from './person-facts.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'

/** The facts by which a contact was known, and those by which it is known from `at`. */
type IdentityChange = { from: PersonFacts; to: PersonFacts; at: Date }

/**
 * The result of a change: `person` as it is now, undefined when no contact has the former identities. `kinds` of identities
 * that are new.
 */
type ChangedIdentities = {
  person: PersonRow | undefined
  result: 'changed' | 'conflict' | 'unknown'
  kinds: string[]
}

/**
 * Replaces a contact's identities by new ones of the same kind, as a platform reports it. The former ones become free,
 * because an abandoned number may be given to a stranger. When another contact owns one of the new ones, nothing is
 * changed or merged, and the conflict is recorded on the timeline. Runs in the caller's transaction. Locks: the person.
 */
export async function changeIdentities(
  tx: Scope,
  change: IdentityChange,
): Promise<ChangedIdentities> {
  const [former, next] = [ownKeys(change.from), ownKeys(change.to)]
  const owners = await findIdentityOwners(tx, [...former, ...next])
  const personId = former.map((key) => owners.get(keyText(key))).find(Boolean)
  if (personId === undefined) return { person: undefined, result: 'unknown', kinds: [] }
  const person = present(await findById(tx, 'people', personId, 'change'))
  // Merged since the lookup: look up again, which finds the contact it was merged into.
  if (person.merged_into_id !== null) return changeIdentities(tx, change)
  const taken = next.flatMap((key) => {
    const owner = owners.get(keyText(key))
    return owner !== undefined && owner !== personId ? [{ kind: key.kind, person_id: owner }] : []
  })
  if (taken.length > 0) {
    await recordTimelineEntries(tx, [
      { personId, kind: 'identity_conflict', data: { belongs_to: taken }, at: change.at },
    ])
    return { person, result: 'conflict', kinds: [] }
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
  const email = person.email ?? change.to.email ?? null
  const data = { from: given, to: next.filter((key) => !owners.has(keyText(key))) }
  await recordTimelineEntries(tx, [{ personId, kind: 'identity_change', data, at: change.at }])
  const newKinds = data.to.map((key) => key.kind)
  if (!isNewPhone && email === person.email) return { person, result: 'changed', kinds: newKinds }
  const changed = {
    ...person,
    phone_e164: phone ?? person.phone_e164,
    email,
    updated_at: tx.clock.now(),
  }
  await updateById(tx, 'people', personId, {
    phone_e164: changed.phone_e164,
    email,
    updated_at: changed.updated_at,
  })
  return { person: changed, result: 'changed', kinds: newKinds }
}

async function release(tx: Scope, personId: string, keys: IdentityKey[]): Promise<void> {
  if (keys.length === 0) return
  const released = bulkRows('released', keys, {
    kind: ['text', (key) => key.kind],
    value: ['text', (key) => key.value],
  })
  await sql`
    delete from identities
    where workspace_id = ${tx.workspaceId} and person_id = ${personId}
      and (kind, value) in (select kind, value from ${released})`.execute(tx.db)
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
