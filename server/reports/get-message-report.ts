import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bucketOf, describeRange, fillBuckets, firstIdOf, readRange } from './read-range.ts'
import type { MessageReport, MessageReportQuery } from './schema.ts'

type Figures = MessageReport['totals']

/**
 * Reports sent and received messages by the time they were written. With `member_id`, only what that member
 * sent and what was received in conversations assigned to them.
 *
 * @throws {AppError} validation_failed
 */
export async function getMessageReport(
  scope: Scope,
  input: Static<typeof MessageReportQuery>,
): Promise<MessageReport> {
  const range = readRange(scope, input)
  const { channel_id: channelId, member_id: memberId } = input
  const ofMember = sql`and case direction
    when 'outbound' then author_type = 'member' and author_id = ${memberId}
    else exists (select from chats where chats.workspace_id = ${scope.workspaceId}
      and chats.id = messages.chat_id and chats.assignee_id = ${memberId}) end`
  const { rows } = await sql<Figures & { bucket: number }>`
    select ${bucketOf(range, sql`created_at`)} as bucket,
      count(*) filter (where direction = 'inbound') as inbound,
      count(*) filter (where direction = 'outbound') as outbound,
      count(*) filter (where direction = 'outbound' and status = 'failed') as failed
    from messages
    where workspace_id = ${scope.workspaceId} and id >= ${firstIdOf(range)}
      and created_at >= ${range.since}::timestamptz and created_at < ${range.until}::timestamptz
      ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
      ${memberId === undefined ? sql`` : ofMember}
    group by 1`.execute(scope.db)
  const buckets = fillBuckets(range, rows, toFigures)
  const sum = (of: keyof Figures) => buckets.reduce((total, each) => total + each[of], 0)
  return {
    ...describeRange(range),
    buckets,
    totals: { inbound: sum('inbound'), outbound: sum('outbound'), failed: sum('failed') },
  }
}

function toFigures(row: Figures | undefined): Figures {
  const { inbound = 0, outbound = 0, failed = 0 } = row ?? {}
  return { inbound, outbound, failed }
}
