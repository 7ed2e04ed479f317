import { checkHolder, lockHolder } from '#conversations/lock-holder.ts'
import { readChats } from '#conversations/read-chats.ts'
import type { Chat } from '#conversations/schema.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { present } from '#lib/present.ts'
import { finishTurn } from './finish-turn.ts'

/**
 * Records that a bot needs to do nothing about what its customer wrote, so that it does not lose the conversation, and returns the conversation.
 *
 * @throws {AppError} conversation_not_found, not_holder
 */
export async function endTurn(
  scope: Scope,
  chatId: string,
  seenVersion: number | undefined,
): Promise<Chat> {
  return transaction(scope, async (tx) => {
    const before = await lockHolder(tx, chatId)
    if (tx.actor.type !== 'bot')
      throw new AppError('not_holder', 'Only the bot that holds the conversation can be done.', {
        extra: { held_by: before.held_by },
      })
    checkHolder(tx.actor, before, seenVersion)
    const { id, holder_version: version } = before
    await finishTurn(tx, { chatId: id, botId: tx.actor.id, version })
    return present((await readChats(tx, [id]))[0])
  })
}
