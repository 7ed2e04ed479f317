import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/**
 * Returns the body of the event with this id, byte-identical to the payload of webhooks. @throws {AppError}
 * event_not_found
 */
export async function getEvent(scope: Scope, id: string): Promise<string> {
  if (!isUuid(id)) throw eventNotFound(id)
  const row = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw eventNotFound(id)
  return row.body
}

/** Creates the error for an id whose event is not in the workspace or was deleted. */
export function eventNotFound(id: string): AppError {
  return new AppError(
    'event_not_found',
    `There is no event ${id} in this workspace, or it was deleted after its retention time.`,
  )
}
