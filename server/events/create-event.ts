import { idTime, newId } from '#lib/ids.ts'
import { toJson } from '#lib/to-json.ts'
import type { EventType } from '#shared/event-types.ts'

/** A stored event. `body` is the JSON exactly as it is signed and sent. */
type NewEvent = { id: string; type: EventType; body: string; createdAt: Date }

/** The largest expected time between the creation of an event's resource and of its id. */
const CLOCKS_DIFFER_MS = 10_000

/**
 * Creates an event of `data`, the JSON of a resource as the API returns it.
 *
 * The body is `{id, type, created_at, workspace_id, test, data}`.
 */
export function createEvent(
  workspaceId: string,
  type: EventType,
  data: string,
  createdAt: Date,
  options: { test?: boolean } = {},
): NewEvent {
  // The id of an event created at another time (such as the demo's past) contains that time, because filters by
  // time use ranges of ids.
  const isNow = Math.abs(idTime() - createdAt.getTime()) < CLOCKS_DIFFER_MS
  const id = isNow ? newId() : newId(createdAt)
  const head = toJson({
    id,
    type,
    created_at: createdAt,
    workspace_id: workspaceId,
    test: options.test ?? false,
  })
  const body = `${head.slice(0, -1)},"data":${data}}`
  return { id, type, body, createdAt }
}
