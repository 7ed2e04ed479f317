import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { EventType } from '#shared/event-types.ts'

/** An event of a workspace. `body`: JSON with the resource in `data`. `cause`: as `writeCause` writes it; null if there is none. */
export type FollowedEvent = {
  id: string
  type: EventType
  position: number
  body: string
  cause: string | null
  created_at: Date
}

/** Reads the next `limit` events of these types after a position, up to and with `head`, in their order. */
export async function readFollowedEvents(
  scope: Scope,
  given: { after: number; head: number; limit: number; types: readonly EventType[] },
): Promise<FollowedEvent[]> {
  const { after, head, limit, types } = given
  const { rows } = await prepared<FollowedEvent>`
    select id, type, position, body, cause, created_at from events
    where workspace_id = ${scope.workspaceId} and position > ${after}::bigint and position <= ${head}::bigint
      and type = any (${[...types]}::text[])
    order by position limit ${limit}::int`.execute(scope.db)
  return rows
}
