import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { createBatchedVerb } from '#http/batched-verb.ts'
import { answerOnce, answerOnceWith } from '#http/idempotency.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { createNotes, findMentioned } from './create-note.ts'
import { deleteNote } from './delete-note.ts'
import { readEditing } from './read-editing.ts'
import { CreateNoteBody, Note, SeenMentions, UpdateNoteBody } from './schema.ts'
import { seeMentions } from './see-mentions.ts'
import { updateNote } from './update-note.ts'

/** Adds the API's routes of notes, except reading, which is part of the thread. */
export function addNoteRoutes(app: App): void {
  const create = createBatchedVerb(201, createNotes, findMentioned)

  app.post(
    '/api/v1/chats/:id/notes',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'createNote',
        summary: 'Add a note to a conversation',
        description: 'Notes are internal. They are never sent to customers or platforms.',
        tags: ['Conversations'],
        params: IdParams,
        body: CreateNoteBody,
        errors: ['conversation_not_found', 'membership_not_found'],
        isIdempotent: true,
        response: { 201: Note },
      },
    },
    async (request, reply) =>
      create(request, reply, { chatId: request.params.id, input: request.body }),
  )
  app.patch(
    '/api/v1/notes/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'updateNote',
        summary: 'Update a note',
        description:
          'Only the author or an admin can do this. Only the fields you send are updated.',
        tags: ['Conversations'],
        params: IdParams,
        body: UpdateNoteBody,
        errors: ['author_required', 'membership_not_found', 'note_not_found'],
        isIdempotent: true,
        response: { 200: Note },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        200,
        (scope) => readEditing(scope, request.body),
        (scope, editing) => updateNote(scope, request.params.id, request.body, editing),
      ),
  )
  app.delete(
    '/api/v1/notes/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'deleteNote',
        summary: 'Delete a note',
        description: 'Only the author or an admin can do this.',
        tags: ['Conversations'],
        params: IdParams,
        errors: ['author_required', 'note_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteNote(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/v1/chats/:id/mentions/seen',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'markMentionsSeen',
        summary: 'Mark mentions in a conversation as seen',
        description: "Marks the signed-in member's mentions.",
        tags: ['Conversations'],
        params: IdParams,
        body: EmptyBody,
        errors: ['conversation_not_found'],
        isIdempotent: true,
        response: { 200: SeenMentions },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => seeMentions(scope, request.params.id)),
  )
}
