import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { Viewer } from '#db/visibility/viewer.ts'
import type { StoredEvent } from './list-events.ts'

/** An event and its frame. */
type FramedEvent = StoredEvent & { frame: string }

/** How long ago a change of a conversation may have been made that an event reports. */
const CHANGED_MS = 60_000

/**
 * Returns the events whose subjects the viewer of a scope sees now. An event of a conversation that they have just lost becomes the
 * signal `removed` with its id, for members.
 */
export async function keepVisible(scope: Scope, events: FramedEvent[]): Promise<FramedEvent[]> {
  const { viewer, workspaceId } = scope
  if (!viewer || events.length === 0) return events
  const { rows } = await prepared<{ position: number }>`
    select position from events
    where workspace_id = ${workspaceId}
      and position = any (${events.map(({ position }) => position)}::bigint[])`.execute(scope.db)
  const visible = new Set(rows.map(({ position }) => position))
  const hidden = events.filter(({ position }) => !visible.has(position))
  const lost = viewer.kind === 'key' ? new Set() : await findLost(scope, viewer, hidden)
  return events.flatMap((event) => {
    if (visible.has(event.position)) return [event]
    const id = conversationOf(event)
    return id !== undefined && lost.has(id) ? [{ ...event, frame: removedFrame(id) }] : []
  })
}

/** Returns the frame of the signal that a conversation, or null for any number of them, is no longer visible. */
export function removedFrame(conversationId: string | null): string {
  return `event: removed\ndata: ${JSON.stringify({ conversation_id: conversationId })}\n\n`
}

/**
 * Finds the conversations that the member saw until a change that was just made: as their own, by taking part, by their team, or unassigned in
 * their team.
 */
async function findLost(scope: Scope, viewer: Viewer, hidden: FramedEvent[]): Promise<Set<string>> {
  const ids = [...new Set(hidden.flatMap((event) => conversationOf(event) ?? []))]
  if (ids.length === 0) return new Set()
  const { workspaceId, clock } = scope
  const isOfTeams = (
    team: RawBuilder<unknown>,
  ) => sql`case when ${team} is null then ${viewer.seesNoTeam}::boolean
    else ${team} in (select team_id from team_members
      where workspace_id = ${workspaceId} and membership_id = ${viewer.id}::uuid) end`
  const { rows } = await sql<{ chat_id: string }>`
    select chat_id from chat_changes
    where workspace_id = ${workspaceId} and chat_id = any (${ids}::uuid[])
      and occurred_at > ${new Date(clock.now().getTime() - CHANGED_MS)}::timestamptz
      and (data ->> 'previous_assignee_id' = ${viewer.id}
        or (kind = 'participant_removed' and data ->> 'membership_id' = ${viewer.id})
        or (data ? 'previous_team_id' and ${isOfTeams(sql`(data ->> 'previous_team_id')::uuid`)})
        or (data ? 'previous_assignee_id' and data ->> 'previous_assignee_id' is null and exists (
          select from chats
          where chats.workspace_id = ${workspaceId} and chats.id = chat_id
            and ${isOfTeams(sql`chats.team_id`)})))`.execute(unrestricted(scope).db)
  return new Set(rows.map((row) => row.chat_id))
}

function conversationOf({ type, body }: FramedEvent): string | undefined {
  return type === 'conversation.updated'
    ? (JSON.parse(body) as { data: { id: string } }).data.id
    : undefined
}
