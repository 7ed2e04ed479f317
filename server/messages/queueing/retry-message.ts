import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Messages } from '#db/tables/messages.ts'
import { findById } from '#db/find-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import type { SentType } from '#shared/messages.ts'
import { claimVoice } from './claim-voice.ts'
import { insertSends } from './insert-sends.ts'
import { prepareOneSend } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import type { SentMessage } from '../schema.ts'

/**
 * Sends the content of a failed message again, as a new message whose `retry_of` names it. A message can be retried
 * once: of two concurrent requests, one is rejected. If the retry fails too, retry the new message. It quotes the same
 * message, unless that was deleted.
 *
 * Codes: message_not_found, message_not_failed, message_retried, and those of `prepareSends`.
 */
export async function retryMessage(scope: Scope, id: string): Promise<SentMessage> {
  return transaction(scope, async (tx) => {
    const row = await getById(tx, 'messages', id, 'change')
    if (row.direction !== 'outbound' || row.status !== 'failed' || row.origin !== null)
      throw new AppError(
        'message_not_failed',
        'Only failed messages that were sent from Parley can be retried.',
      )
    const again = await selectFrom(tx, 'messages')
      .select('id')
      .where('retry_of_id', '=', row.id)
      .executeTakeFirst()
    if (again)
      throw new AppError(
        'message_retried',
        `The message was already retried as message ${again.id}.`,
      )
    const replyTo = await findReplyTo(tx, row)
    const send = await claimVoice(tx, { ...toSend(tx, row), replyTo }, row.chat_id)
    const prepared = await prepareOneSend(tx, send)
    await insertSends(tx, [prepared])
    return JSON.parse(prepared.answer)
  })
}

/**
 * Returns the message that the retry replies to. A deleted one must not keep the answer from being sent, while a reaction
 * is nothing without its message.
 */
async function findReplyTo(
  tx: Scope,
  { reply_to_id: id, type }: Pick<Selectable<Messages>, 'reply_to_id' | 'type'>,
): Promise<string | undefined> {
  if (id === null) return undefined
  if (type === 'reaction') return id
  return (await findById(tx, 'messages', id))?.id
}

/** Returns the send that repeats the message of `row`, without what it replied to. */
function toSend(tx: Scope, row: Selectable<Messages>): Send {
  const content = row.content as Record<string, unknown> | null
  const media = row.media as { id?: string; url?: string; filename?: string | null } | null
  const template = row.type === 'template' ? readTemplate(content) : undefined
  return {
    actor: tx.actor,
    conversationId: row.chat_id,
    type: row.type as SentType,
    // The text of a template is rendered again.
    text: template ? null : row.text,
    mediaUrl: media?.id === undefined ? media?.url : undefined,
    mediaId: media?.id,
    filename: media?.filename ?? undefined,
    content: content ?? undefined,
    template,
    retryOf: row.id,
  }
}

function readTemplate(content: Record<string, unknown> | null): Send['template'] {
  const { name, language, components } = content!['template'] as {
    name: string
    language: { code: string }
    components?: unknown[]
  }
  return { name, language: language.code, components: components ?? [] }
}
