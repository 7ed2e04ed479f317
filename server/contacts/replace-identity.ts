import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { phoneMatchKeys } from '#lib/phone.ts'
import { foldEmail } from './person-facts.ts'

/**
 * Gives a person, who is locked, the phone or e-mail `to` in place of `from`. What the person has already, beside
 * `from`, is kept as it is.
 *
 * @throws {AppError} identity_taken, naming who has it
 */
export async function replaceIdentity(
  tx: Scope,
  personId: string,
  kind: 'phone_e164' | 'email',
  from: string | null,
  to: string | null,
): Promise<void> {
  const fold = (value: string) => (kind === 'email' ? foldEmail(value) : value)
  const [former, next] = [from === null ? null : fold(from), to === null ? null : fold(to)]
  if (former === next) return
  if (next !== null) {
    const { rows } = await sql<{ person_id: string }>`
      insert into identities (workspace_id, kind, value, person_id, created_at)
      values (${tx.workspaceId}, ${kind}, ${next}, ${personId}, ${tx.clock.now()})
      on conflict (workspace_id, kind, value) do nothing
      returning person_id`.execute(tx.db)
    const owners = await findOwners(tx, kind, kind === 'email' ? [next] : phoneMatchKeys(next))
    const other = owners.find((owner) => owner !== personId)
    if (other !== undefined)
      throw new AppError(
        'identity_taken',
        `The ${kind === 'email' ? 'e-mail address' : 'phone number'} belongs to the person ${other}.`,
      )
    if (rows.length === 0) return
  }
  if (former !== null)
    await tx.db
      .deleteFrom('identities')
      .where('workspace_id', '=', tx.workspaceId)
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .where('value', '=', former)
      .execute()
}

async function findOwners(tx: Scope, kind: string, values: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into_id, people.id) as id
    from identities join people
      on people.workspace_id = identities.workspace_id and people.id = identities.person_id
    where identities.workspace_id = ${tx.workspaceId} and kind = ${kind} and value = any (${values}::text[])`.execute(
    tx.db,
  )
  return rows.map((row) => row.id)
}
