import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { PresentMembers } from '../find-present-members.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { Notes } from '#db/tables/notes.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCauses } from '#lib/cause.ts'
import { isUuid, newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { toNote } from './schema.ts'
import type { Note, CreateNoteBody } from './schema.ts'
import { checkMentions } from './check-mentions.ts'
import { expandMentions, findMentioned } from './expand-mentions.ts'
import { writeMentions } from './write-mentions.ts'

/** A note to create in a conversation; `mentions` are memberships. */
type NewNote = { chatId: string; input: Static<typeof CreateNoteBody> }

/** A note after its input was checked. */
type CheckedNote = { id: string; chatId: string; text: string; mentions: string[] }

/**
 * Adds notes to conversations, visible to members only, with their mentions and `note.created` for each, in the caller's
 * transaction and a bounded number of statements. `members`: those of `findMentioned`.
 *
 * @throws {AppError} conversation_not_found, membership_not_found, team_not_found, mention_needs_access, validation_failed
 */
export async function createNotes(
  tx: Scope,
  given: NewNote[],
  members: PresentMembers,
): Promise<Note[]> {
  const texts = given.map(({ input }) => readTrimmed('text', input.text))
  await keepChats(
    tx,
    given.map(({ chatId }) => chatId),
  )
  const expanded = await expandMentions(
    tx,
    given.map(({ input }) => input),
    members,
  )
  const mentions = expanded.map((ids) => ids ?? [])
  await checkMentions(
    tx,
    given.map(({ chatId, input }, index) => ({
      chatId: chatId.toLowerCase(),
      ids: itemAt(mentions, index),
      addParticipants: input.add_participants ?? false,
    })),
    members,
  )
  const rows = await insertNotes(
    tx,
    given.map(({ chatId }, index) => ({
      id: newId(),
      chatId,
      text: itemAt(texts, index),
      mentions: itemAt(mentions, index),
    })),
  )
  await writeMentions(tx, rows)
  const notes = rows.map(toNote)
  const causes = findCauses()
  await recordEvents(
    tx,
    notes.map((data, index) => ({ type: 'note.created', data, cause: causes[index] })),
  )
  return notes
}

/** Adds one note, in a transaction. @throws {AppError} the codes of `createNotes` */
export async function createNote(
  scope: Scope,
  chatId: string,
  input: NewNote['input'],
): Promise<Note> {
  const given = [{ chatId, input }]
  const members = await findMentioned(scope, [input])
  return firstOf(await transaction(scope, (tx) => createNotes(tx, given, members)))
}

/** Locks the conversations with these ids against deletion. @throws {AppError} conversation_not_found */
async function keepChats(tx: Scope, ids: string[]): Promise<void> {
  const { rows } = await prepared<{ id: string }>`
    select id from chats
    where workspace_id = ${tx.workspaceId} and id = any (${ids.filter(isUuid)}::uuid[])
    order by id for key share`.execute(tx.db)
  const found = new Set(rows.map(({ id }) => id))
  const unknown = ids.find((id) => !found.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound('chats', unknown)
}

/** Inserts notes by the scope's actor and returns their rows in the same order. */
async function insertNotes(tx: Scope, notes: CheckedNote[]): Promise<Selectable<Notes>[]> {
  const { actor } = tx
  if (actor.type !== 'member' && actor.type !== 'api_key' && actor.type !== 'rule')
    throw new Error(`A note cannot be written by ${actor.type}.`)
  const given = bulkRows('given', notes, {
    id: ['uuid', (note) => note.id],
    chat_id: ['uuid', (note) => note.chatId.toLowerCase()],
    text: ['text', (note) => note.text],
    // An array of arrays would need them to have one length.
    mentions: ['text', (note) => `{${note.mentions.join(',')}}`],
  })
  const { rows } = await prepared<Selectable<Notes>>`
    insert into notes (workspace_id, author_type, author_id, created_at, id, chat_id, text, mentions)
    select ${tx.workspaceId}::uuid, ${actor.type}, ${actor.id}::uuid, ${tx.clock.now()}::timestamptz, id, chat_id, text,
      mentions::uuid[]
    from ${given}
    returning ${rowColumns('notes')}`.execute(tx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return notes.map(({ id }) => entryOf(byId, id))
}
