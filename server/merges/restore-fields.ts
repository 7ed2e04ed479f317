import { sql } from 'kysely'
import { indexFields } from '#contacts/custom-fields/index-fields.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import { foldEmail } from '#contacts/person-facts.ts'
import type { Scope } from '#context.ts'
import { toDate } from './merge-contacts.ts'
import type { MergedFields } from './merge-contacts.ts'

type Kind = 'phone_e164' | 'email'

/**
 * Restores the fields of both contacts from before a merge. A field of the survivor that was changed since then stays.
 * A phone number or email that a third contact owns by now is not restored.
 */
export async function restoreFields(
  tx: Scope,
  { survivor, mergedId }: { survivor: PersonRow; mergedId: string },
  before: MergedFields,
): Promise<void> {
  const { survivor: former, chosen } = before
  const restore = <T>(now: T, set: T, was: T): T => (now === set ? was : now)
  const seenAt = survivor.last_seen_at?.toISOString() ?? null
  const names = new Set([...Object.keys(survivor.fields), ...Object.keys(former.fields)])
  const fields = [...names].flatMap((name): [string, string][] => {
    const value = restore(survivor.fields[name], chosen.fields[name], former.fields[name])
    return value === undefined ? [] : [[name, value]]
  })
  const owned = async (id: string, kind: Kind, values: (string | null)[]) => {
    for (const value of values)
      if (value !== null && (await isOwned(tx, id, kind, value))) return value
    return null
  }
  for (const kind of ['phone_e164', 'email'] as const)
    await claim(tx, mergedId, kind, before.merged[kind])
  const phone = restore(survivor.phone_e164, chosen.phone_e164, former.phone_e164)
  const email = restore(survivor.email, chosen.email, former.email)
  const lastSeen = restore(seenAt, chosen.last_seen_at, former.last_seen_at)
  const blockedAt = restore(
    survivor.blocked_at?.toISOString() ?? null,
    chosen.blocked_at ?? null,
    former.blocked_at ?? null,
  )
  const optedOutAt = restore(
    survivor.opted_out_at?.toISOString() ?? null,
    chosen.opted_out_at ?? null,
    former.opted_out_at ?? null,
  )
  const isOptOutSame = optedOutAt === (survivor.opted_out_at?.toISOString() ?? null)
  const now = tx.clock.now()
  await tx.db
    .updateTable('people')
    .set({
      name: restore(survivor.name, chosen.name, former.name),
      source: restore(survivor.source, chosen.source, former.source),
      campaign: restore(survivor.campaign, chosen.campaign, former.campaign),
      phone_e164: await owned(survivor.id, 'phone_e164', [phone, former.phone_e164]),
      email: await owned(survivor.id, 'email', [email, former.email]),
      fields: JSON.stringify(Object.fromEntries(fields)),
      last_seen_at: lastSeen === null ? null : new Date(lastSeen),
      blocked_at: blockedAt === null ? null : new Date(blockedAt),
      blocked_reason:
        blockedAt === null
          ? null
          : restore(
              survivor.blocked_reason,
              chosen.blocked_reason ?? null,
              former.blocked_reason ?? null,
            ),
      ...(!isOptOutSame && {
        opted_out_at: toDate(optedOutAt),
        opted_out_by: former.opted_out_by ?? null,
        opt_out_decided_at: toDate(former.opt_out_decided_at),
      }),
      updated_at: now,
    })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', survivor.id)
    .execute()
  await indexFields(tx, [{ id: survivor.id, fields: Object.fromEntries(fields) }])
  await tx.db
    .updateTable('people')
    .set({
      phone_e164: await owned(mergedId, 'phone_e164', [before.merged.phone_e164]),
      email: await owned(mergedId, 'email', [before.merged.email]),
      updated_at: now,
    })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', mergedId)
    .execute()
}

/** Claims an identity that was released, if it is still free. */
async function claim(tx: Scope, personId: string, kind: Kind, value: string | null): Promise<void> {
  if (value === null) return
  await sql`
    insert into identities (workspace_id, kind, value, person_id, created_at)
    values (${tx.workspaceId}, ${kind}, ${toKey(kind, value)}, ${personId}, ${tx.clock.now()})
    on conflict (workspace_id, kind, value) do nothing`.execute(tx.db)
}

async function isOwned(tx: Scope, personId: string, kind: Kind, value: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('identities')
    .select('kind')
    .where('workspace_id', '=', tx.workspaceId)
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('value', '=', toKey(kind, value))
    .executeTakeFirst()
  return row !== undefined
}

function toKey(kind: Kind, value: string): string {
  return kind === 'email' ? foldEmail(value) : value
}
