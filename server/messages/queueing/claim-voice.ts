import { finishTurn } from '#bots/finish-turn.ts'
import { checkHolder, lockHolder } from '#conversations/lock-holder.ts'
import { takeFromBot } from '#conversations/take-from-bot.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { Send } from './read-send-input.ts'

/**
 * Claims that the author of a send may speak in a conversation, in the transaction that inserts the send, and returns the send to prepare.
 * A bot must hold the conversation. A member takes it from a bot. Everybody else sends as they are.
 *
 * The conversation stays locked until the transaction ends, and the message comes after its last one, also when another process has
 * another time: so the platform gets the messages in the order in which the conversation was handed over.
 *
 * @throws {AppError} conversation_not_found, not_holder
 */
export async function claimVoice<S extends Send>(
  caller: Scope,
  send: S,
  chatId: string,
): Promise<S> {
  const { actor } = send
  if (actor.type !== 'bot' && actor.type !== 'member') return send
  // The product itself takes the conversation, whatever the caller may change.
  const tx = { ...unrestricted(caller), actor }
  const holder = await lockHolder(tx, chatId)
  const claimed = { ...send, afterId: holder.last_message_id ?? undefined }
  if (actor.type === 'member') {
    if (holder.held_by.type === 'bot') await takeFromBot(tx, holder, actor.id)
    return claimed
  }
  checkHolder(actor, holder, send.holderVersion)
  const { id, holder_version: holderVersion } = holder
  await finishTurn(tx, { chatId: id, botId: actor.id, version: holderVersion })
  return { ...claimed, holderVersion }
}
