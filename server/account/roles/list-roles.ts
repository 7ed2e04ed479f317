import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { BUILT_IN_ROLE_NAMES, isBuiltInRole } from '#shared/roles.ts'
import { roleNotFound } from './check-role.ts'
import { toRole } from './schema.ts'
import type { Role } from './schema.ts'

/** Returns all roles of the workspace, the built-in ones first, then the custom ones by name. */
export async function listRoles(scope: Scope): Promise<{ data: Role[] }> {
  const rows = await selectFrom(scope, 'roles').selectAll().orderBy('name').execute()
  const builtIn = BUILT_IN_ROLE_NAMES.map((id) =>
    toRole(
      id,
      rows.find((row) => row.id === id),
    ),
  )
  const custom = rows.filter(({ id }) => !isBuiltInRole(id)).map((row) => toRole(row.id, row))
  return { data: [...builtIn, ...custom] }
}

/** Returns the role with this id. @throws {AppError} role_not_found */
export async function getRole(scope: Scope, id: string): Promise<Role> {
  const { data } = await listRoles(scope)
  const role = data.find((each) => each.id === id.toLowerCase())
  if (!role) throw roleNotFound(id)
  return role
}
