import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** The id that the person with `id` has today: another one where it was merged. Undefined where there is none. */
export async function findPersonId(scope: Scope, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into_id, id) as id from people
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  return rows[0]?.id
}

/**
 * `findPersonId` for who will refer to the person in this transaction: no merge takes it away before that ends.
 *
 * change: the person itself will be changed. @throws {AppError} person_not_found
 */
export async function lockPersonId(
  tx: Scope,
  id: string,
  lock: 'refer' | 'change' = 'refer',
): Promise<string> {
  const strength = sql.raw(lock === 'change' ? 'no key update' : 'key share')
  for (let next: string | null = isUuid(id) ? id : null; next !== null;) {
    const { rows }: { rows: { id: string; merged_into_id: string | null }[] } = await sql<{
      id: string
      merged_into_id: string | null
    }>`
      select id, merged_into_id from people
      where workspace_id = ${tx.workspaceId} and id = ${next}
      for ${strength}`.execute(tx.db)
    if (rows[0]?.merged_into_id === null) return rows[0].id
    next = rows[0]?.merged_into_id ?? null
  }
  throw personNotFound(id)
}

/** The error for an id that names no person of the workspace. */
export function personNotFound(id: string): AppError {
  return new AppError('person_not_found', `There is no person ${id} in this workspace.`)
}
