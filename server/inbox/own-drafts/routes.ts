import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/add-authentication.ts'
import { resource } from '#http/resource.ts'
import { Note } from '#conversations/notes/schema.ts'
import { isUuid } from '#lib/ids.ts'
import { findAnsweredTrace } from '#messages/queueing/find-answered-trace.ts'
import { readSendInput } from '#messages/queueing/read-send-input.ts'
import { SentMessage } from '#messages/schema.ts'
import { checkChange } from './check-change.ts'
import { listOwnDrafts } from './list-own-drafts.ts'
import { saveOwnDraft } from './save-own-draft.ts'
import { OwnDraftList, SaveOwnDraftBody, SendReplyBody, WriteNoteBody } from './schema.ts'
import { sendReply } from './send-reply.ts'
import { findNoteMembers, writeNote } from './write-note.ts'

/** Adds the web app's routes of what a member writes: its drafts, and the replies and notes that are made of them. */
export function addOwnDraftRoutes(app: App, { config }: Pick<Context, 'config'>): void {
  const routes = resource(app, '/api/app', {
    tag: 'Session',
    read: { session: 'member' },
    write: { session: 'member' },
  })

  routes.get('/drafts', {
    operationId: 'listOwnDrafts',
    summary: 'List your drafts',
    description: 'Your unsent replies and notes, the newest first. Nobody else can read them.',
    response: { 200: OwnDraftList },
    run: (scope) => listOwnDrafts(scope),
  })
  routes.put('/drafts', {
    operationId: 'saveOwnDraft',
    summary: 'Save a draft of yours',
    description: 'Stores an unsent reply or note. An empty text deletes it.',
    body: SaveOwnDraftBody,
    errors: ['conversation_not_found', 'draft_changed', 'quota_exceeded'],
    run: (scope, { body }) => saveOwnDraft(scope, body),
  })
  routes.post('/replies', {
    operationId: 'sendReply',
    permission: { session: 'member', scope: 'messages:write' },
    summary: 'Send a reply',
    description:
      'Works like `POST /api/v1/messages/send` to a conversation, and refuses the reply if another member has replied since, or if its draft is not the stored one.',
    body: SendReplyBody,
    errors: [
      'already_answered',
      'contact_blocked',
      'contact_opted_out',
      'conversation_not_found',
      'draft_changed',
      'draft_decided',
      'draft_not_found',
      'insufficient_scope',
      'invalid_url',
      'media_not_found',
      'media_not_usable',
      'message_not_found',
      'template_not_usable',
      'window_closed',
    ],
    response: { 201: SentMessage },
    findTrace: async (request) => {
      const { conversation_id: id } = (request.body ?? {}) as { conversation_id?: unknown }
      return typeof id === 'string' && isUuid(id)
        ? findAnsweredTrace(scopeOf(request), id)
        : undefined
    },
    runs: 'tenant',
    before: async (scope, { body }) => {
      if (body.closes) await checkChange(scope, 'closing')
    },
    run: async (scope, { body: { conversation_id, message, ...conditions } }) => {
      const options = { allowLocal: config.allowLocalWebhooks }
      const input = await readSendInput(scope, { conversation_id, ...message }, options)
      return sendReply(scope, input, conditions)
    },
  })
  routes.post('/notes', {
    operationId: 'writeNote',
    permission: { session: 'member', scope: 'notes:write' },
    summary: 'Add a note',
    description:
      'Works like `POST /api/v1/chats/{id}/notes`, and refuses the note if its draft is not the stored one. With `hand_over_to`, the conversation is handed over, too.',
    body: WriteNoteBody,
    errors: [
      'conversation_not_found',
      'draft_changed',
      'insufficient_scope',
      'membership_not_found',
      'team_not_found',
      'mention_needs_access',
    ],
    response: { 201: Note },
    runs: 'tenant',
    before: (scope, { body }) => findNoteMembers(scope, body),
    run: (scope, { body }, members) => writeNote(scope, body, members),
  })
}
