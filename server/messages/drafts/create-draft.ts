import type { Static } from 'typebox'
import { getKeyName } from '#account/keys/get-key-name.ts'
import type { Scope } from '#context.ts'
import { chatNotFound } from '#conversations/get-chat.ts'
import { findById } from '#db/find-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, DRAFTS_CHANGED } from '#events/announce-to-web-apps.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { OPEN_DRAFTS_MAX } from '#shared/drafts.ts'
import { insertRow } from '#db/insert-row.ts'
import { toDraft } from './schema.ts'
import type { CreateDraftBody, Draft } from './schema.ts'

/** The author of a draft; `name` of an API key. */
type Drafter = { type: 'api_key' | 'member'; id: string; name: string | null }

/** Reads the author of a draft, before the transaction that creates it. */
export async function readDrafter(scope: Scope): Promise<Drafter> {
  const { actor } = scope
  if (actor.type !== 'member' && actor.type !== 'api_key')
    throw new Error(`A draft cannot be written by ${actor.type}.`)
  const name = actor.type === 'api_key' ? await getKeyName(scope, actor.id) : null
  return { type: actor.type, id: actor.id, name }
}

/**
 * Stores a reply that agents see in the conversation and can send, in a transaction. `author`: that of `readDrafter`.
 *
 * @throws {AppError} conversation_not_found, validation_failed (an empty text), quota_exceeded
 */
export async function createDraft(
  scope: Scope,
  { conversation_id: chatId, text }: Static<typeof CreateDraftBody>,
  author: Drafter,
): Promise<Draft> {
  const trimmed = readDraftText(text)
  return transaction(scope, async (tx) => {
    // Two drafts at the same time wait for each other, so that both count.
    const chat = await findById(tx, 'chats', chatId, 'change')
    if (!chat) throw chatNotFound(chatId)
    const { count } = await tx.db
      .selectFrom('reply_drafts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('workspace_id', '=', tx.workspaceId)
      .where('chat_id', '=', chat.id)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    if (Number(count) >= OPEN_DRAFTS_MAX)
      throw new AppError(
        'quota_exceeded',
        `The conversation already has ${OPEN_DRAFTS_MAX} open drafts. Send or discard one first.`,
      )
    const row = await insertRow(tx, 'reply_drafts', {
      id: newId(),
      chat_id: chat.id,
      text: trimmed,
      author_type: author.type,
      author_id: author.id,
      author_name: author.name,
      created_at: tx.clock.now(),
    })
    await announceToWebApps(tx, DRAFTS_CHANGED)
    return toDraft(row)
  })
}

/** Trims a text. @throws {AppError} validation_failed when nothing is left */
export function readDraftText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw fieldError('validation_failed', 'text', 'must not be empty')
  return trimmed
}
