import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { checkChange } from '#inbox/own-drafts/check-change.ts'
import { readSendInput } from '#messages/queueing/read-send-input.ts'
import { holdReply } from './hold-reply.ts'
import { listHeldReplies } from './list-held-replies.ts'
import { HeldReply, HeldReplyList, HoldReplyBody } from './schema.ts'
import { undoHeldReply } from './undo-held-reply.ts'

/** Adds the web app's routes of replies that are sent after some seconds, so that their authors can undo them. */
export function addHeldReplyRoutes(app: App, { config }: Pick<Context, 'config'>): void {
  const routes = resource(app, '/api/app/held-replies', {
    tag: 'Session',
    read: { session: 'member' },
    write: { session: 'member' },
    notFound: 'held_reply_not_found',
  })

  routes.get('', {
    operationId: 'listHeldReplies',
    summary: 'List your held replies',
    description: 'Your replies that are not sent yet, or could not be sent, the newest first.',
    response: { 200: HeldReplyList },
    run: (scope) => listHeldReplies(scope),
  })
  routes.post('', {
    operationId: 'holdReply',
    permission: { session: 'member', scope: 'messages:write' },
    summary: 'Send a reply after some seconds',
    description:
      'Works like `POST /api/app/replies` at its time, also if the web app is closed by then. Delete it before to undo it. If it cannot be sent then, it is kept with the reason.',
    body: HoldReplyBody,
    errors: [
      'already_answered',
      'contact_blocked',
      'contact_opted_out',
      'conversation_not_found',
      'draft_changed',
      'insufficient_scope',
      'invalid_url',
      'media_not_found',
      'media_not_usable',
      'message_not_found',
      'template_not_usable',
      'window_closed',
    ],
    response: { 201: HeldReply },
    runs: 'tenant',
    before: async (scope, { body }) => {
      if (body.closes) await checkChange(scope, 'closing')
    },
    run: async (scope, { body }) => {
      const { conversation_id, message } = body
      const options = { allowLocal: config.allowLocalWebhooks }
      const input = await readSendInput(scope, { conversation_id, ...message }, options)
      return holdReply(scope, input, body)
    },
  })
  routes.delete('/:id', {
    operationId: 'undoHeldReply',
    summary: 'Undo a held reply',
    description: 'Deletes it, so that it is not sent.',
    run: (scope, { id }) => undoHeldReply(scope, id),
  })
}
