import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { getChat } from '../get-chat.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { toNote } from './schema.ts'
import type { Note, CreateNoteBody } from './schema.ts'
import { findMentioned, writeMentions } from './write-mentions.ts'

/** The text of a note; `mentions` are memberships. */
type CreateNoteInput = Static<typeof CreateNoteBody>

/**
 * Adds a note to a conversation, visible to members only, with its mentions and `note.created`, in one transaction.
 *
 * @throws {AppError} conversation_not_found, membership_not_found, validation_failed
 */
export async function createNote(
  scope: Scope,
  chatId: string,
  input: CreateNoteInput,
): Promise<Note> {
  const text = readNoteText(input.text)
  const { actor } = scope
  if (actor.type !== 'member' && actor.type !== 'api_key')
    throw new Error(`A note cannot be written by ${actor.type}.`)
  return transaction(scope, async (tx) => {
    const chat = await getChat(tx, chatId)
    const members = await findMentioned(tx, input.mentions ?? [])
    const row = await tx.db
      .insertInto('notes')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        chat_id: chat.id,
        author_type: actor.type,
        author_id: actor.id,
        text,
        mentions: members.map((member) => member.id),
        created_at: tx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeMentions(tx, row, chat, members)
    const note = toNote(row)
    await recordEvents(tx, [{ type: 'note.created', data: note }])
    return note
  })
}

/** Trims a text. @throws {AppError} validation_failed when nothing is left */
export function readNoteText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw fieldError('validation_failed', 'text', 'must not be empty')
  return trimmed
}
