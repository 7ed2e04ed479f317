import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** Returns the current id of the person with `id`: that of the one it was merged into, undefined when unknown. */
export async function findPersonId(scope: Scope, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into_id, id) as id from people
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  return rows[0]?.id
}

/**
 * Returns the current id like `findPersonId`, and locks the person, so that a concurrent merge waits until rows of this
 * transaction that refer to it are committed.
 *
 * change: locks it for a change of the person itself. @throws {AppError} person_not_found
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

/** Returns the error for an id without a person in the workspace. */
export function personNotFound(id: string): AppError {
  return new AppError('person_not_found', `There is no contact ${id} in this workspace.`)
}
