import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Messages } from '#db/message-tables.ts'
import { findById } from '#db/find-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { prepareSends } from './prepare-sends.ts'
import type { Send } from './prepare-sends.ts'
import type { SentMessage } from '../schema.ts'
import type { SentType } from './send-content.ts'
import { writeSends } from './write-sends.ts'

/**
 * Sends what a failed message said once more, as a new message that names it in `retry_of`. A message is sent again
 * once: two that ask at the same time get one message, and if that fails too it is the one to send again.
 *
 * Codes: message_not_found, message_not_failed, message_retried, and those of `prepareSends`.
 */
export async function retryMessage(scope: Scope, id: string): Promise<SentMessage> {
  return transaction(scope, async (tx) => {
    const row = await findById(tx, 'messages', id, 'change')
    if (!row)
      throw new AppError('message_not_found', `There is no message ${id} in this workspace.`)
    if (row.direction !== 'outbound' || row.status !== 'failed' || row.origin !== null)
      throw new AppError(
        'message_not_failed',
        'Only a message that was sent from here and failed is sent again.',
      )
    const again = await tx.db
      .selectFrom('messages')
      .select('id')
      .where('workspace_id', '=', tx.workspaceId)
      .where('retry_of_id', '=', row.id)
      .executeTakeFirst()
    if (again) throw new AppError('message_retried', `It was sent again as message ${again.id}.`)
    const [prepared] = await prepareSends(tx, [toSend(tx, row)])
    if (prepared?.status !== 'fulfilled') throw prepared?.reason ?? new Error('Nothing was made.')
    if ('body' in prepared.value) throw new Error('A send without a key has no stored answer.')
    const [written] = await writeSends(tx, [prepared.value])
    if (written?.status !== 'fulfilled') throw written?.reason ?? new Error('Nothing was written.')
    return JSON.parse(written.value.body) as SentMessage
  })
}

/** The send that says what the message of `row` said. */
function toSend(tx: Scope, row: Selectable<Messages>): Send {
  const content = row.content as Record<string, unknown> | null
  const media = row.media as { id?: string; url?: string; filename?: string | null } | null
  const template = row.type === 'template' ? readTemplate(content) : undefined
  return {
    actor: tx.actor,
    idempotency: undefined,
    conversationId: row.chat_id,
    phoneE164: undefined,
    type: row.type as SentType,
    // The words of a template are made from it again.
    text: template ? null : row.text,
    mediaUrl: media?.id === undefined ? media?.url : undefined,
    mediaId: media?.id,
    filename: media?.filename ?? undefined,
    content: content ?? undefined,
    template,
    replyTo: row.reply_to_id ?? undefined,
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
