import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { PendingEvent } from './platform-message.ts'
import type { MessageRow } from './record-message-changes.ts'
import { applyMessageStatuses } from './record-message-status-effects.ts'
import { adoptParkedStatuses } from './record-message-statuses.ts'
import { applyMessageUpdates } from './record-message-update-effects.ts'

/**
 * Applies reports that arrived before their messages: replies to them, edits, revocations, reactions and, for sent
 * messages, statuses. Returns the updated rows, and the events of statuses.
 */
export async function adoptEarlierReports(
  tx: Scope,
  rows: MessageRow[],
): Promise<{ rows: MessageRow[]; events: PendingEvent[] }> {
  if (rows.length === 0) return { rows, events: [] }
  const events: PendingEvent[] = []
  const outbound = rows.filter((row) => row.direction === 'outbound')
  const live = new Set(outbound.filter((row) => row.origin !== 'history').map((row) => row.id))
  for (const [channelId, group] of Map.groupBy(outbound, (row) => row.channel_id)) {
    const known = group.map((row) => ({
      messageId: row.id,
      platformMessageId: row.platform_message_id!,
    }))
    await adoptParkedStatuses(
      tx,
      channelId,
      new Map(known.map((each) => [each.platformMessageId, each.messageId])),
    )
    const changed = await applyMessageStatuses(tx, channelId, known)
    events.push(...changed.filter(({ data }) => live.has((data as { id: string }).id)))
  }
  const updated = await linkAnswersAndUpdates(tx, rows)
  const changed = new Map((await applyMessageUpdates(tx, updated)).map((row) => [row.id, row]))
  return { rows: rows.map((row) => changed.get(row.id) ?? row), events }
}

/** Returns the ids of the messages that updates wait for. */
async function linkAnswersAndUpdates(tx: Scope, rows: MessageRow[]): Promise<string[]> {
  const given = bulkRows('given', rows, {
    channel_id: ['uuid', (row) => row.channel_id],
    platform_message_id: ['text', (row) => row.platform_message_id],
    id: ['uuid', (row) => row.id],
  })
  const { rows: updated } = await prepared<{ message_id: string }>`
    with given as (
      select * from ${given}
    ), answers as (
      update messages set reply_to_id = given.id
      from given
      where messages.workspace_id = ${tx.workspaceId} and messages.channel_id = given.channel_id
        and messages.reply_to_platform_id = given.platform_message_id and messages.reply_to_id is null
    )
    update message_updates set message_id = given.id
    from given
    where message_updates.workspace_id = ${tx.workspaceId} and message_updates.channel_id = given.channel_id
      and message_updates.platform_message_id = given.platform_message_id
      and message_updates.message_id is null
    returning message_id`.execute(tx.db)
  return [...new Set(updated.map((row) => row.message_id))]
}
