import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import type { Database } from '#db/database.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Returns the body of the event with this id, byte-identical to the payload of webhooks. @throws {AppError}
 * event_not_found
 */
export async function getEvent(scope: Scope, id: string): Promise<string> {
  return (await readEvent(scope, id)).body
}

/** Returns the row of an event; `keep` prevents that it expires before the transaction ends. @throws {AppError} event_not_found */
export async function readEvent(
  scope: Scope,
  id: string,
  lock?: 'keep',
): Promise<Selectable<Database['events']>> {
  const row = await findById(scope, 'events', id, lock)
  if (!row) throw eventNotFound(id)
  return row
}

/** Creates the error for an id whose event is not in the workspace or was deleted. */
export function eventNotFound(id: string): AppError {
  return new AppError(
    'event_not_found',
    `There is no event ${id} in this workspace, or it was deleted after its retention time.`,
  )
}
