import type { Scope } from '#context.ts'
import { decideOptOuts } from '#opt-outs/decide-opt-outs.ts'
import { createRequestFinder, isShort } from '#opt-outs/find-request.ts'
import { getOptOutSettings } from '#opt-outs/get-settings.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { PlatformMessage } from './platform-message.ts'
import { queueReplies } from './queue-replies.ts'
import type { MessageRow } from '../state/save-message-changes.ts'

/** A message that was just recorded; `isAnnounced`: its contact is not blocked, and it is not history. */
type Recorded = { input: PlatformMessage; row: MessageRow; isAnnounced: boolean }

/**
 * Opts contacts out of marketing messages, or in again, whose new message is one of the workspace's words for it, and
 * queues the replies if the workspace sends them. Messages of groups and of history are no requests.
 *
 * Runs in the transaction that recorded the messages and locked their contacts and conversations.
 */
export async function recordOptOutRequests(tx: Scope, recorded: Recorded[]): Promise<NewEvent[]> {
  const candidates = recorded.filter(
    ({ input, row }) =>
      input.direction === 'inbound' &&
      input.origin === null &&
      input.groupId === undefined &&
      row.text !== null &&
      isShort(row.text),
  )
  if (candidates.length === 0) return []
  const settings = await getOptOutSettings(tx)
  const find = createRequestFinder(settings.languages)
  const requests = candidates.flatMap((each) => {
    const request = find(each.row.text!)
    return request ? [{ ...each, request }] : []
  })
  const changed = await decideOptOuts(
    tx,
    requests.map(({ row, request: { isOut } }) => ({
      personId: row.person_id,
      isOut,
      by: 'keyword' as const,
      at: row.created_at,
      data: { text: row.text, message_id: row.id },
    })),
  )
  const events: NewEvent[] = [...changed.values()]
  if (!settings.sends_replies) return events
  // The last request of a contact is the one that counts.
  const last = new Map(requests.map((each) => [each.row.person_id, each]))
  const replies = [...last.values()].flatMap(({ row, isAnnounced, request }) => {
    const isOut = changed.get(row.person_id)?.type === 'contact.opted_out'
    return isAnnounced &&
      changed.has(row.person_id) &&
      isOut === request.isOut &&
      request.reply !== ''
      ? [{ to: row, text: request.reply }]
      : []
  })
  return [...events, ...(await queueReplies(tx, replies))]
}
