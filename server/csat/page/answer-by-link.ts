import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { recordAnswer } from '../record-answer.ts'
import type { AnswerResult } from '../record-answer.ts'

/** Records the answer that a customer sent from the page of a link, and returns what became of it. */
export async function answerByLink(
  scope: Scope,
  requestId: string,
  answer: { rating: number; comment: string },
): Promise<AnswerResult> {
  return transaction(scope, async (tx) => {
    const request = await selectFrom(tx, 'csat_requests')
      .select('chat_id')
      .where('id', '=', requestId)
      .executeTakeFirst()
    if (!request) return 'unknown'
    // The order of locks: the conversation before what belongs to it.
    await selectFrom(tx, 'chats')
      .select('id')
      .where('id', '=', request.chat_id)
      .forNoKeyUpdate()
      .execute()
    const { result, events } = await recordAnswer(tx, { requestId, ...answer, isInChat: false })
    await recordEvents(tx, events)
    return result
  })
}
