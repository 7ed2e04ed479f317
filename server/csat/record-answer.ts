import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { NewEvent } from '#events/new-event.ts'
import { cutText } from '#lib/cut-text.ts'
import { isBlank } from '#lib/is-blank.ts'
import { CSAT_ANSWER_MS, CSAT_CHANGE_MS, CSAT_LIMITS } from '#shared/csat.ts'
import { findRating } from './find-rating.ts'

/**
 * An answer of a customer: the rating, a comment, or both. `chatId`: the conversation that the answer is from, where it is known. `isInChat`:
 * the customer answered in the chat, where the worker thanks them.
 */
type CsatAnswer = {
  requestId: string
  chatId?: string
  rating?: number
  comment?: string | null
  isInChat: boolean
}

/**
 * What became of an answer. `expired`: the question is older than two weeks. `settled`: the answer is older than a quarter of an hour.
 */
export type AnswerResult = 'recorded' | 'unchanged' | 'expired' | 'settled' | 'unknown'

/**
 * Records the answer to a question, or changes it for a quarter of an hour. Returns what became of it, and the events that the caller
 * records at the end of the transaction, in which it has locked the conversation.
 */
export async function recordAnswer(
  tx: Scope,
  answer: CsatAnswer,
): Promise<{ result: AnswerResult; events: NewEvent[] }> {
  const now = tx.clock.now()
  const request = await selectFrom(tx, 'csat_requests')
    .select(['id', 'chat_id', 'rating', 'comment', 'asked_at', 'answered_at'])
    .where('id', '=', answer.requestId)
    .forUpdate()
    .executeTakeFirst()
  const of = (result: AnswerResult) => ({ result, events: [] })
  if (!request?.asked_at) return of('unknown')
  if (answer.chatId !== undefined && answer.chatId !== request.chat_id) return of('unknown')
  const { answered_at: answeredAt, asked_at: askedAt } = request
  if (answeredAt === null && now.getTime() - askedAt.getTime() > CSAT_ANSWER_MS)
    return of('expired')
  if (answeredAt !== null && now.getTime() - answeredAt.getTime() > CSAT_CHANGE_MS)
    return of('settled')
  const rating = answer.rating ?? request.rating
  if (rating === null) return of('unknown')
  const comment = answer.comment === undefined ? request.comment : toComment(answer.comment)
  if (rating === request.rating && comment === request.comment) return of('unchanged')
  await updateTable(tx, 'csat_requests')
    .set({
      state: 'answered',
      rating,
      comment,
      answered_at: answeredAt ?? now,
      ...(answeredAt === null && answer.isInChat && { due_at: now }),
    })
    .where('id', '=', request.id)
    .execute()
  const stored = await findRating(tx, request.id)
  if (!stored) return of('unknown')
  const person: Scope = { ...tx, actor: { type: 'person', id: stored.person_id } }
  await recordChatChanges(person, [
    {
      chatId: request.chat_id,
      kind: 'csat',
      data: {
        result: 'answered',
        rating,
        comment,
        ...(request.rating !== null && { previous_rating: request.rating }),
      },
    },
  ])
  return { result: 'recorded', events: [{ type: 'csat.answered', data: stored }] }
}

function toComment(text: string | null): string | null {
  if (text === null || isBlank(text)) return null
  return cutText(text.trim().toWellFormed().replaceAll('\0', ''), CSAT_LIMITS.commentCharacters)
}
