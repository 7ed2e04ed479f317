import { sql } from 'kysely'
import { firstOfEach } from '#lanes/first-of-each.ts'
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

/** Finds channels with a file to download now, by the first index entry of each channel that has files to download. */
export async function findDueMediaChannels(context: WithDb & WithClock): Promise<LaneRef[]> {
  const first = firstOfEach('first', {
    table: 'media_files',
    target: 'channel_id',
    by: 'due_at',
    pending: sql`status = 'pending'`,
  })
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    with recursive ${first}
    select 'media' as kind, workspace_id as "workspaceId", channel_id as "targetId" from first
    where due_at <= ${context.clock.now()}`.execute(context.db)
  return rows
}
