import type { Scope } from '#db/context.ts'
import { linkAnswersAndUpdates } from './adopt-earlier-updates.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { MessageRow } from './save-message-changes.ts'
import { applyMessageStatuses } from './apply-message-statuses.ts'
import { adoptEarlierStatuses } from './record-message-statuses.ts'
import { applyMessageUpdates } from './apply-message-updates.ts'

/**
 * Applies reports that arrived before their messages: replies to them, edits, revocations, reactions and, for sent
 * messages, statuses. Returns the updated rows, and the events of statuses.
 */
export async function adoptEarlierReports(
  tx: Scope,
  rows: MessageRow[],
): Promise<{ rows: MessageRow[]; events: NewEvent[] }> {
  const events: NewEvent[] = []
  const outbound = rows.filter((row) => row.direction === 'outbound')
  const live = new Set(outbound.filter((row) => row.origin !== 'history').map((row) => row.id))
  for (const [channelId, group] of Map.groupBy(outbound, (row) => row.channel_id)) {
    const known = group.map((row) => ({
      messageId: row.id,
      platformMessageId: row.platform_message_id!,
    }))
    await adoptEarlierStatuses(
      tx,
      channelId,
      new Map(known.map((each) => [each.platformMessageId, each.messageId])),
    )
    const changed = await applyMessageStatuses(tx, channelId, known)
    events.push(
      ...changed.filter(
        ({ type, data }) =>
          type !== 'message.status_changed' || live.has((data as { id: string }).id),
      ),
    )
  }
  const updated = await linkAnswersAndUpdates(tx, rows)
  const changed = new Map((await applyMessageUpdates(tx, updated)).map((row) => [row.id, row]))
  return { rows: linkAmong(rows.map((row) => changed.get(row.id) ?? row)), events }
}

/** Links replies to messages that were written together with them, as `linkAnswersAndUpdates` does in the database. */
function linkAmong(rows: MessageRow[]): MessageRow[] {
  const keyOf = (row: MessageRow, platformId: string | null) => `${row.channel_id} ${platformId}`
  const idOf = new Map(rows.map((row) => [keyOf(row, row.platform_message_id), row.id]))
  return rows.map((row) =>
    row.reply_to_id === null && row.reply_to_platform_id !== null
      ? { ...row, reply_to_id: idOf.get(keyOf(row, row.reply_to_platform_id)) ?? null }
      : row,
  )
}
