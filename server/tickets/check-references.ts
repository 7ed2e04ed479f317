import type { Scope } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import type { ErrorCode } from '../lib/errors.ts'

const kinds = {
  person: ['people', 'person_not_found'],
  message: ['messages', 'message_not_found'],
  membership: ['memberships', 'membership_not_found'],
} as const satisfies Record<string, [table: string, code: ErrorCode]>

/**
 * Refuses ids that name nothing in this workspace.
 *
 * @throws {AppError} person_not_found, message_not_found, membership_not_found
 */
export async function checkReferences(
  scope: Scope,
  ids: Partial<Record<keyof typeof kinds, string | null | undefined>>,
): Promise<void> {
  for (const [kind, id] of Object.entries(ids) as [keyof typeof kinds, string | null][]) {
    if (id === undefined || id === null) continue
    const [table, code] = kinds[kind]
    const row = await scope.db
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError(code, `There is no ${kind} ${id} in this workspace.`)
  }
}
