import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { writerOf } from '#db/writer-of.ts'
import { findById } from '#db/find-by-id.ts'
import { getById } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, DRAFTS_CHANGED } from '#events/announce-to-web-apps.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { OPEN_DRAFTS_MAX } from '#shared/drafts.ts'
import { toDraft } from './schema.ts'
import type { WriterType } from '#shared/actors.ts'
import type { CreateDraftBody, Draft } from './schema.ts'

/** The author of a draft; `name` of an API key. */
type Drafter = { type: WriterType; id: string; name: string | null }

const PROGRAMS = { api_key: 'api_keys', bot: 'bots' } as const

/** Reads the author of a draft, before the transaction that creates it. */
export async function readDrafter(scope: Scope): Promise<Drafter> {
  const { type, id } = writerOf(scope)
  const program =
    type === 'api_key' || type === 'bot' ? await findById(scope, PROGRAMS[type], id) : undefined
  return { type, id, name: program?.name ?? null }
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
  const trimmed = readTrimmed('text', text)
  return transaction(scope, async (tx) => {
    // Two drafts at the same time wait for each other, so that both count.
    const chat = await getById(tx, 'chats', chatId, 'change')
    const open = selectFrom(tx, 'reply_drafts')
      .where('chat_id', '=', chat.id)
      .where('status', '=', 'open')
    if ((await countRows(open)) >= OPEN_DRAFTS_MAX)
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
