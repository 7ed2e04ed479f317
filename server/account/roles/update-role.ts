import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { insertRow } from '#db/insert-row.ts'
import { changeById } from '#db/update-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { announceRights } from '#events/announce-rights.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { changedFields } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockRole } from './check-role.ts'
import { nameTaken } from './create-role.ts'
import { toRole } from './schema.ts'
import type { Role, UpdateRoleInput } from './schema.ts'

/**
 * Updates the given fields of a role, which takes effect with the next request of each member. Of a built-in role, only what its members
 * see can be changed, and of `admin` nothing. @throws {AppError} role_not_found, role_built_in, role_taken, validation_failed
 */
export async function updateRole(
  scope: Scope,
  given: string,
  input: UpdateRoleInput,
): Promise<Role> {
  const id = given.toLowerCase()
  const { visibility, sees_no_team, scopes } = input
  const name = input.name === undefined ? undefined : readTrimmed('name', input.name)
  return directoryTransaction(scope, async (tx) => {
    const row = await lockRole(tx, id)
    const before = toRole(id, row)
    if (id === 'admin' || (before.is_built_in && (name !== undefined || scopes !== undefined)))
      throw builtIn('Only the visibility of a built-in role can be changed, and not that of admin.')
    const now = tx.clock.now()
    const changes = {
      name,
      scopes: scopes && [...new Set(scopes)],
      visibility,
      sees_no_team,
    }
    const after = row
      ? await changeById(tx, 'roles', id, { ...changes, updated_at: now }).catch(
          nameTaken(name ?? ''),
        )
      : await insertRow(tx, 'roles', {
          id,
          name: null,
          scopes: null,
          visibility: visibility ?? before.visibility,
          sees_no_team: sees_no_team ?? before.sees_no_team,
          created_at: now,
          updated_at: now,
        })
    await announceRights(tx.directory, tx)
    const changed = changedFields(shown(before), shown(toRole(id, after)))
    if (Object.keys(changed).length > 0)
      await recordAudit(tx, 'role.updated', id, { name: before.name, changes: changed })
    return toRole(id, after)
  })
}

/** Returns the error for a change that a built-in role does not allow. */
export function builtIn(message: string): AppError {
  return new AppError('role_built_in', message)
}

function shown({ name, scopes, visibility, sees_no_team }: Role): Record<string, unknown> {
  return { name, scopes, visibility, sees_no_team }
}
