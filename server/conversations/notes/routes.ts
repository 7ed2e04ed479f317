import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { createNotes, findMentioned } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { readEditing } from './read-editing.ts'
import { CreateNoteBody, Note, SeenMentions, UpdateNoteBody } from './schema.ts'
import { seeMentions } from './see-mentions.ts'
import { updateNote } from './update-note.ts'

/** Adds the API's routes of notes, except reading, which is part of the thread. */
export function addNoteRoutes(app: App): void {
  const routes = resource(app, '/api/v1', { tag: 'Conversations', write: { key: 'notes:write' } })

  routes.postBatched('/chats/:id/notes', {
    operationId: 'createNote',
    summary: 'Add a note to a conversation',
    description: 'Notes are internal. They are never sent to customers or platforms.',
    body: CreateNoteBody,
    errors: ['conversation_not_found', 'membership_not_found', 'mention_needs_access'],
    response: { 201: Note },
    input: ({ id, body }) => ({ chatId: id, input: body }),
    before: findMentioned,
    run: createNotes,
  })
  routes.patch('/notes/:id', {
    operationId: 'updateNote',
    summary: 'Update a note',
    description: 'Only the author or an admin can do this. Only the fields you send are updated.',
    body: UpdateNoteBody,
    errors: ['author_required', 'membership_not_found', 'mention_needs_access', 'note_not_found'],
    response: { 200: Note },
    runs: 'tenant',
    before: (scope, { body }) => readEditing(scope, body),
    run: (scope, { id, body }, editing) => updateNote(scope, id, body, editing),
  })
  routes.delete('/notes/:id', {
    operationId: 'deleteNote',
    summary: 'Delete a note',
    description: 'Only the author or an admin can do this.',
    errors: ['author_required', 'note_not_found'],
    run: (scope, { id }) => deleteNote(scope, id),
  })
  routes.post('/chats/:id/mentions/seen', {
    operationId: 'markMentionsSeen',
    summary: 'Mark mentions in a conversation as seen',
    description: "Marks the signed-in member's mentions.",
    errors: ['conversation_not_found'],
    response: { 200: SeenMentions },
    runs: 'tenant',
    run: (scope, { id }) => seeMentions(scope, id),
  })
}
