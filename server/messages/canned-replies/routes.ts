import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { createCannedReply } from './create-canned-reply.ts'
import { deleteCannedReply } from './delete-canned-reply.ts'
import { listCannedReplies } from './list-canned-replies.ts'
import {
  CreateCannedReplyBody,
  ListCannedRepliesQuery,
  CannedReply,
  UpdateCannedReplyBody,
} from './schema.ts'
import { updateCannedReply } from './update-canned-reply.ts'

/** Adds the API's routes of canned replies. */
export function addCannedReplyRoutes(app: App): void {
  const cannedReplies = resource(app, '/api/v1/canned-replies', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'canned_reply_not_found',
  })

  cannedReplies.get('', {
    operationId: 'listCannedReplies',
    summary: 'List canned replies',
    description:
      'Those that the caller has: of everybody, of the teams of a signed-in member, and their own. Newest first.',
    query: ListCannedRepliesQuery,
    response: { 200: pageOf(CannedReply) },
    run: (scope, { query }) => listCannedReplies(scope, query),
  })
  cannedReplies.post('', {
    operationId: 'createCannedReply',
    summary: 'Create a canned reply',
    body: CreateCannedReplyBody,
    errors: ['media_not_found', 'shortcut_taken', 'team_not_found'],
    response: { 201: CannedReply },
    runs: 'tenant',
    run: (scope, { body }) => createCannedReply(scope, body),
  })
  cannedReplies.patch('/:id', {
    operationId: 'updateCannedReply',
    summary: 'Update a canned reply',
    body: UpdateCannedReplyBody,
    errors: ['media_not_found', 'shortcut_taken', 'team_not_found'],
    response: { 200: CannedReply },
    runs: 'tenant',
    run: (scope, { id, body }) => updateCannedReply(scope, id, body),
  })
  cannedReplies.delete('/:id', {
    operationId: 'deleteCannedReply',
    summary: 'Delete a canned reply',
    run: (scope, { id }) => deleteCannedReply(scope, id),
  })
}
