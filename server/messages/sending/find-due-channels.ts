import { sql } from 'kysely'
import { firstOfEach } from '#lanes/first-of-each.ts'
import type { LaneRef, WithDb, WithClock } from '#db/context.ts'

/** Queued messages of a channel that are looked at, at either end. */
const LOOKED_AT = 100

/**
 * Finds the channels of all workspaces that have a message to send now, among those that have messages waiting. Reads only both
 * ends of each queue, so a queue of any length costs the same: a lost wake-up concerns either the newest message or the whole queue.
 */
export async function findDueChannels(context: WithDb & WithClock): Promise<LaneRef[]> {
  const pending = sql<boolean>`status = 'queued' and send_due_at is not null`
  const channels = firstOfEach('waiting', {
    table: 'messages',
    target: 'channel_id',
    by: 'id',
    pending,
  })
  const queued = sql`select send_due_at from messages
    where messages.workspace_id = waiting.workspace_id and messages.channel_id = waiting.channel_id and ${pending}`
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    with recursive ${channels}
    select 'send' as kind, workspace_id as "workspaceId", channel_id as "targetId"
    from waiting, lateral (
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
