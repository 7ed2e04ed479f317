import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Returns, as SQL, the id of the bot that gets a new or reopened conversation: that of its channel, else that of its team; null if
 * there is none, or it is off. The parts are columns of rows, or values.
 */
export function botOf(
  workspaceId: RawBuilder<unknown>,
  channelId: RawBuilder<unknown>,
  teamId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select bots.id from bots
    where bots.workspace_id = ${workspaceId} and bots.off_at is null and bots.deleted_at is null
      and bots.id = coalesce(
        (select bot_id from channels where channels.workspace_id = ${workspaceId} and channels.id = ${channelId}),
        (select bot_id from teams where teams.workspace_id = ${workspaceId} and teams.id = ${teamId}))
  )`
}
