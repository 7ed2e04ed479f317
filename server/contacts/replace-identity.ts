import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { phoneMatchKeys } from '#lib/phone.ts'
import { findIdentityOwners } from './find-identity-owners.ts'
import { emailMatchKeys, foldEmail } from '#lib/read-email.ts'

/**
 * Replaces the phone or email `from` of a locked person by `to`. The person's other identities stay.
 *
 * @throws {AppError} identity_taken, with the id of its owner
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
    const values = kind === 'email' ? emailMatchKeys(next) : phoneMatchKeys(next)
    const owners = await findIdentityOwners(
      tx,
      values.map((value) => ({ kind, value })),
    )
    const other = [...owners.values()].find((owner) => owner !== personId)
    if (other !== undefined)
      throw new AppError(
        'identity_taken',
        `The ${kind === 'email' ? 'email address' : 'phone number'} belongs to the contact ${other}.`,
      )
    if (rows.length === 0) return
  }
  if (former !== null)
    await tx.db
      .deleteFrom('identities')
      .where('workspace_id', '=', tx.workspaceId)
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      // It may be stored under another spelling.
      .where('value', 'in', kind === 'email' ? emailMatchKeys(former) : [former])
      .execute()
}
