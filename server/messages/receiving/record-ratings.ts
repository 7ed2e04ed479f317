import { readChoiceId } from '#csat/to-choice-id.ts'
import { recordAnswer } from '#csat/record-answer.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import type { NewEvent } from '#events/new-event.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { MessageRow } from '../state/save-message-changes.ts'
import type { PlatformMessage } from './platform-message.ts'

/** A message that was just recorded. `commentUntil`: until when the next one is the comment that its customer was asked for. */
type Recorded = {
  input: PlatformMessage
  row: MessageRow
  isAnnounced: boolean
  commentUntil: Date | null
}

/**
 * Records the ratings that customers tapped, and the comments that they were asked for. Returns the ids of these messages, which nobody
 * needs to answer, and the events. Only a message with a choice, or in a conversation that waits for a comment, costs a statement.
 *
 * Runs in the transaction that recorded the messages and locked their conversations.
 */
export async function recordRatings(
  tx: Scope,
  recorded: readonly Recorded[],
): Promise<{ asides: ReadonlySet<string>; events: NewEvent[] }> {
  const asides = new Set<string>()
  const events: NewEvent[] = []
  const commented = new Set<string>()
  for (const { input, row, isAnnounced, commentUntil } of recorded) {
    if (!isAnnounced || input.groupId !== undefined) continue
    const { chat_id: chatId } = row
    const { questions } = findPlatform(input.channelType)
    const choice = readChoiceId(questions?.readChoice(row.content))
    if (choice) {
      const answer = { ...choice, chatId, isInChat: true }
      const recordedAnswer = await recordAnswer(tx, answer)
      if (recordedAnswer.result !== 'unknown') asides.add(row.id)
      events.push(...recordedAnswer.events)
    } else if (
      commentUntil !== null &&
      row.created_at <= commentUntil &&
      row.type === 'text' &&
      row.text !== null &&
      !commented.has(chatId)
    ) {
      commented.add(chatId)
      const added = await recordComment(tx, chatId, row.text)
      if (added.length > 0) asides.add(row.id)
      events.push(...added)
    }
  }
  return { asides, events }
}

/** Adds a comment to the last rating of a conversation. */
async function recordComment(tx: Scope, chatId: string, comment: string): Promise<NewEvent[]> {
  await updateTable(tx, 'chats').set({ comment_until: null }).where('id', '=', chatId).execute()
  const request = await selectFrom(tx, 'csat_requests')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('state', '=', 'answered')
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!request) return []
  const answer = { requestId: request.id, chatId, comment, isInChat: true }
  return (await recordAnswer(tx, answer)).events
}
