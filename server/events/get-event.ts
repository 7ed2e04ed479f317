import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** The body of the event with this id, byte for byte as webhooks carry it. @throws {AppError} event_not_found */
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

/** The error for an id that names no event of the workspace, or one that is no longer kept. */
export function eventNotFound(id: string): AppError {
  return new AppError(
    'event_not_found',
    `There is no event ${id} in this workspace, or it was deleted after its retention time.`,
  )
}
