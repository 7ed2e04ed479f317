import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { toRole } from './schema.ts'
import type { CreateRoleBody, Role } from './schema.ts'

/** Creates a custom role. @throws {AppError} validation_failed, role_taken */
export async function createRole(
  scope: Scope,
  input: Static<typeof CreateRoleBody>,
): Promise<Role> {
  const name = readTrimmed('name', input.name)
  const { scopes, visibility = 'all', sees_no_team = true } = input
  return directoryTransaction(scope, async (tx) => {
    const now = tx.clock.now()
    const row = await insertRow(tx, 'roles', {
      id: newId(),
      name,
      scopes: [...new Set(scopes)],
      visibility,
      sees_no_team,
      created_at: now,
      updated_at: now,
    }).catch(nameTaken(name))
    await recordAudit(tx, 'role.created', row.id, { name, scopes, visibility, sees_no_team })
    return toRole(row.id, row)
  })
}

/** Returns a handler of errors that throws role_taken for the violation of a unique name. */
export function nameTaken(name: string) {
  return refuseTaken('role_taken', `A role named ${name} already exists.`)
}
