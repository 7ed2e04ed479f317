import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { waIdToE164 } from '#lib/to-e164.ts'

/**
 * Returns the phone number (E.164) under which a contact can be written to: its own, else another one that it has, else
 * the one by which a channel knows it; undefined when there is none.
 */
export async function findContactPhone(
  scope: Scope,
  personId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string; value: string }>`
    select kind, value from identities
    join people on people.workspace_id = ${scope.workspaceId} and people.id = identities.person_id
    where identities.workspace_id = ${scope.workspaceId} and person_id = ${personId}
      and kind in ('phone_e164', 'wa_id')
    order by value = people.phone_e164 desc nulls last, kind, identities.created_at, value
    limit 1`.execute(scope.db)
  const [first] = rows
  return first && (first.kind === 'wa_id' ? waIdToE164(first.value) : first.value)
}
