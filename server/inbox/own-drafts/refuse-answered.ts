import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { memberOf } from './member-of.ts'

/**
 * Refuses a reply if another member has replied after `seenUntil`. The caller has locked the conversation, as each send does, so that no
 * reply is stored between this and its own. @throws {AppError} already_answered
 */
export async function refuseAnswered(tx: Scope, chatId: string, seenUntil: Date): Promise<void> {
  const answer = await selectFrom(tx, 'messages')
    .select('created_at')
    .where('chat_id', '=', chatId)
    .where('direction', '=', 'outbound')
    .where('author_type', '=', 'member')
    .where('author_id', '<>', memberOf(tx))
    .where('created_at', '>', seenUntil)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (answer)
    throw new AppError(
      'already_answered',
      `Another member replied at ${answer.created_at.toISOString()}. Read that reply, then send yours with a later seen_until, or without one.`,
    )
}
