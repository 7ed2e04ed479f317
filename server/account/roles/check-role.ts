import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Roles } from '#db/tables/teams.ts'
import { AppError } from '#lib/errors.ts'
import { isBuiltInRole } from '#shared/roles.ts'

/**
 * Checks that a role exists, and locks a custom one so that its deletion waits for the end of the transaction and then finds it in use.
 * @throws {AppError} role_not_found
 */
export async function checkRole(tx: Scope, role: string): Promise<void> {
  if (isBuiltInRole(role)) return
  const found = await selectFrom(tx, 'roles')
    .select('id')
    .where('id', '=', role)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw roleNotFound(role)
}

/** Locks the row of a role until the transaction ends, and returns it; undefined for a built-in role without one. @throws {AppError} role_not_found */
export async function lockRole(tx: Scope, id: string): Promise<Selectable<Roles> | undefined> {
  const row = await selectFrom(tx, 'roles')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row && !isBuiltInRole(id)) throw roleNotFound(id)
  return row
}

/** Returns the error for a role that does not exist. */
export function roleNotFound(id: string): AppError {
  return new AppError('role_not_found', `There is no role ${id} in this workspace.`)
}
