import { sql } from 'kysely'
import type { LaneRef, WithDb, WithClock } from '#db/context.ts'

/** Queued messages of a channel that are looked at, at either end. */
const LOOKED_AT = 100

/**
 * Finds the channels of all workspaces that have a message to send now. Reads only both ends of each queue, so a queue
 * of any length costs the same: a lost wake-up concerns either the newest message or the whole queue.
 */
export async function findDueChannels(context: WithDb & WithClock): Promise<LaneRef[]> {
  const queued = sql`select send_due_at from messages
    where messages.workspace_id = channel.workspace_id and messages.channel_id = channel.id
      and messages.status = 'queued' and messages.send_due_at is not null`
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'send' as kind, channel.workspace_id as "workspaceId", channel.id as "targetId"
    from channels as channel, lateral (
      select from (
        (${queued} order by messages.id limit ${LOOKED_AT})
        union all
        (${queued} order by messages.id desc limit ${LOOKED_AT})
      ) as queued
      where send_due_at <= ${context.clock.now()}
      limit 1
    ) as due`.execute(context.db)
  return rows
}
