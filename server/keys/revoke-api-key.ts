import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'

/** Revokes a key for good; the time of the first revocation stays. @throws {AppError} api_key_not_found */
export async function revokeApiKey(scope: Scope, id: string): Promise<void> {
  const row = isUuid(id)
    ? await scope.db
        .updateTable('api_keys')
        .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${scope.clock.now()}::timestamptz)` })
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('api_key_not_found', 'There is no such API key in this workspace.')
}
