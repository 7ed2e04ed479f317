import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { LaneRef, Scope, WithDb, WithClock } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { MediaFiles } from '#db/tables/media-files.ts'

/** A file to download. */
export type DueMedia = Selectable<MediaFiles>

/** Returns the due files of a channel, those due longest first. */
export async function findDueMedia(
  scope: Scope,
  channelId: string,
  limit: number,
): Promise<DueMedia[]> {
  return selectFrom(scope, 'media_files')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('status', '=', 'pending')
    .where('due_at', '<=', scope.clock.now())
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Returns when the channel's next file is due, null when none is pending. */
export async function findNextMedia(scope: Scope, channelId: string): Promise<Date | null> {
  const row = await selectFrom(scope, 'media_files')
    .select('due_at')
    .where('channel_id', '=', channelId)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Finds channels with a file to download now, by each channel's first index entry. */
export async function findDueMediaChannels(context: WithDb & WithClock): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'media' as kind, channel.workspace_id as "workspaceId", channel.id as "targetId"
    from channels as channel, lateral (
      select from media_files
      where media_files.workspace_id = channel.workspace_id and media_files.channel_id = channel.id
        and status = 'pending' and due_at <= ${context.clock.now()}
      order by due_at
      limit 1
    ) as due`.execute(context.db)
  return rows
}
