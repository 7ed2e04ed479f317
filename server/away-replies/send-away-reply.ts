import { chatEvents } from '#conversations/chat-events.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { findHoursOf } from '#business-hours/find-hours-of.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { Cause } from '#lib/cause.ts'
import { AppError } from '#lib/errors.ts'
import { findObstacle } from '#messages/find-obstacle.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import type { PreparedSend } from '#messages/queueing/prepare-send.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import { findWaiting } from './find-waiting.ts'
import type { WaitingChat } from './find-waiting.ts'
import type { Away } from './why-away.ts'
import { writeText } from './write-text.ts'

/** A message that can be sent, or the code of the reason why none can. */
type Reply = { send: PreparedSend; reason?: never } | { send?: never; reason: string }

/**
 * Sends the away reply of a conversation, unless it has one by now, or somebody has answered. If it cannot be sent, the thread says why. The
 * message and the row by which each round has at most one are written together. Locks the contact, because it gets at most one in a while,
 * and the conversation.
 */
export async function sendAwayReply(
  scope: Scope,
  { id, person_id: personId }: WaitingChat,
  away: Away,
  cause: Cause | undefined,
): Promise<void> {
  await transaction(scope, async (tx) => {
    await lock(tx, personId, id)
    const [chat] = await findWaiting(tx, [id])
    if (!chat) return
    const { send, reason } = await prepareReply(tx, chat, away, cause)
    if (
      !(await isRecorded(tx, id, { messageId: send?.message.id ?? null, reason: reason ?? null }))
    )
      return
    const data = send
      ? { message_id: send.message.id, because: away.because }
      : { message_id: null, because: away.because, reason }
    await recordChatChanges(tx, [{ chatId: id, kind: 'away_reply', data }])
    if (send) await insertSends(tx, [send])
    await recordEvents(tx, await chatEvents(tx, 'conversation.updated', [id]))
  })
}

async function lock(tx: Scope, personId: string, chatId: string): Promise<void> {
  await prepared`
    select from people where workspace_id = ${tx.workspaceId} and id = ${personId} for no key update`.execute(
    tx.db,
  )
  await prepared`
    select from chats where workspace_id = ${tx.workspaceId} and id = ${chatId} for no key update`.execute(
    tx.db,
  )
}

async function prepareReply(
  tx: Scope,
  chat: WaitingChat,
  { nextOpeningAt }: Away,
  cause: Cause | undefined,
): Promise<Reply> {
  const obstacle = findObstacle(chat)
  if (obstacle) return { reason: obstacle.code ?? 'channel_not_connected' }
  const hours = (await findHoursOf(tx, [chat.team_id])).get(chat.team_id)
  const text = writeText(
    chat.texts,
    chat,
    hours && nextOpeningAt !== null
      ? { at: nextOpeningAt, timeZone: hours.time_zone, now: tx.clock.now().getTime() }
      : null,
  )
  if (text === undefined) return { reason: 'no_next_opening' }
  try {
    const send = await prepareOneSend(tx, {
      actor: tx.actor,
      isAutomatic: true,
      conversationId: chat.id,
      type: 'text',
      text,
      cause,
    })
    return { send }
  } catch (err) {
    if (err instanceof AppError) return { reason: err.code }
    throw err
  }
}

/** Records the away reply of the present round, and returns whether it is the first one. */
async function isRecorded(
  tx: Scope,
  chatId: string,
  { messageId, reason }: { messageId: string | null; reason: string | null },
): Promise<boolean> {
  const { rows } = await prepared`
    insert into away_replies (workspace_id, chat_id, round_at, message_id, reason, created_at)
    select ${tx.workspaceId}::uuid, id, coalesce(opened_at, created_at), ${messageId}::uuid, ${reason}::text,
      ${tx.clock.now()}::timestamptz
    from chats where workspace_id = ${tx.workspaceId} and id = ${chatId}
    on conflict (workspace_id, chat_id, round_at) do nothing
    returning chat_id`.execute(tx.db)
  return rows.length > 0
}
