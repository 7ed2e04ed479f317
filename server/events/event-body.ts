import { newId } from '#lib/ids.ts'
import type { EventType } from '#shared/event-types.ts'

/** An event as it is stored; `body` is the JSON exactly as it is signed and sent. */
export type NewEvent = { id: string; type: EventType; body: string; createdAt: Date }

/** How far the clock of the product may be from the machine's own. */
const CLOCKS_DIFFER_MS = 10_000

/**
 * The event that `data`, a resource as the API returns it, is the news of.
 *
 * The body is `{id, type, created_at, workspace_id, test, data}`.
 */
export function createEvent(
  workspaceId: string,
  type: EventType,
  data: unknown,
  createdAt: Date,
  options: { test?: boolean } = {},
): NewEvent {
  // What was made at another time, such as the demo's past, carries it: filters by time are ranges of ids.
  const isNow = Math.abs(Date.now() - createdAt.getTime()) < CLOCKS_DIFFER_MS
  const id = isNow ? newId() : newId(createdAt)
  const body = JSON.stringify({
    id,
    type,
    created_at: createdAt,
    workspace_id: workspaceId,
    test: options.test ?? false,
    data,
  })
  return { id, type, body, createdAt }
}
