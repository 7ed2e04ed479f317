import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { countHandedBack } from '#conversations/count-handed-back.ts'
import { bulkUpdate } from '#db/bulk-update.ts'
import { callText, callTime, readCall, toCall } from '#platforms/to-call.ts'
import { toMessage } from '../schema.ts'
import { endOfWindow } from '../state/end-of-window.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { PlatformMessage } from './platform-message.ts'
import { lockMessages } from '../state/save-message-changes.ts'
import type { MessageRow } from '../state/save-message-changes.ts'
import { updateConversations } from './update-conversations.ts'

/** The columns that further reports of a message change. */
const COLUMNS = {
  text: 'text',
  content: 'jsonb',
  is_standby: 'boolean',
  created_at: 'timestamptz',
} as const

/** A message that is reported again, and its id here. */
type Reported = { input: PlatformMessage; messageId: string }

/**
 * Records what further reports of known messages add: reports about a call, and that a message which another app was to
 * answer was ours. Returns the inputs that added something, and `message.updated` for each changed message.
 *
 * Runs in the caller's transaction. Locks: conversations, then messages, each in id order.
 */
export async function recordFurtherReports(
  tx: Scope,
  reported: Reported[],
): Promise<{ added: Set<PlatformMessage>; events: NewEvent[] }> {
  const relevant = reported.filter(
    ({ input }) => input.type === 'call' || input.heldBy === 'workspace',
  )
  const added = new Set<PlatformMessage>()
  if (relevant.length === 0) return { added, events: [] }
  const ids = [...new Set(relevant.map(({ messageId }) => messageId))]
  await lockChats(tx, ids)
  const byMessage = Map.groupBy(relevant, ({ messageId }) => messageId)
  const changes = (await lockMessages(tx, ids)).flatMap((row) => {
    const inputs = byMessage.get(row.id)!.map(({ input }) => input)
    const call = addReports(row, inputs, added)
    const isOurs = row.is_standby && inputs.some((input) => input.heldBy === 'workspace')
    if (!call && !isOurs) return []
    const content = call ? { ...(row.content as object), call } : row.content
    const after: MessageRow = {
      ...row,
      content,
      is_standby: row.is_standby && !isOurs,
      ...(call && { text: callText(call), created_at: callTime(call) }),
    }
    return [{ input: inputs[0]!, after, isCall: call !== undefined, isOurs }]
  })
  if (changes.length === 0) return { added, events: [] }
  const rows = changes.map(({ after }) => after)
  await bulkUpdate(tx, 'messages', rows, COLUMNS).execute(tx.db)
  const { handedOver } = await updateConversations(
    tx,
    changes
      .map(({ input, after, isCall, isOurs }) => ({
        row: after,
        isAnnounced: false,
        isSilent: false,
        heldBy: isOurs ? ('workspace' as const) : undefined,
        windowEndsAt:
          isCall && input.opensWindow ? endOfWindow(input.channelType, after.created_at) : null,
      }))
      .toSorted((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime()),
  )
  await countHandedBack(tx, [
    ...new Set(changes.flatMap(({ after, isOurs }) => (isOurs ? after.chat_id : []))),
  ])
  return {
    added,
    events: [
      ...(await chatEvents(tx, 'conversation.updated', handedOver)),
      ...changes.map(({ after }) => ({
        type: 'message.updated' as const,
        data: toMessage(tx, after),
      })),
    ],
  }
}

/** Returns the call with the reports that are new, and adds their inputs to `added`; undefined when none is. */
function addReports(row: MessageRow, inputs: PlatformMessage[], added: Set<PlatformMessage>) {
  const call = row.type === 'call' ? readCall(row.content) : undefined
  if (!call) return undefined
  const keys = new Set(call.reports.map(({ key }) => key))
  const reports = [...call.reports]
  for (const input of inputs)
    for (const report of readCall(input.content)?.reports ?? []) {
      if (keys.has(report.key)) continue
      keys.add(report.key)
      reports.push(report)
      added.add(input)
    }
  return reports.length > call.reports.length ? toCall(call.direction, reports) : undefined
}

async function lockChats(tx: Scope, messageIds: string[]): Promise<void> {
  await sql`
    select from chats
    where workspace_id = ${tx.workspaceId} and id in (
      select chat_id from messages
      where messages.workspace_id = ${tx.workspaceId} and messages.id = any (${messageIds}::uuid[])
    )
    order by id for no key update`.execute(tx.db)
}
