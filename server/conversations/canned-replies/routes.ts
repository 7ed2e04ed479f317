import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
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
  app.get(
    '/api/v1/canned-replies',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'listCannedReplies',
        summary: 'List canned replies',
        description: 'Newest first.',
        tags: ['Conversations'],
        querystring: ListCannedRepliesQuery,
        response: { 200: pageOf(CannedReply) },
      },
    },
    async (request) => listCannedReplies(scopeOf(request), request.query),
  )
  app.post(
    '/api/v1/canned-replies',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'createCannedReply',
        summary: 'Create a canned reply',
        tags: ['Conversations'],
        body: CreateCannedReplyBody,
        errors: ['shortcut_taken'],
        isIdempotent: true,
        response: { 201: CannedReply },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => createCannedReply(scope, request.body)),
  )
  app.patch(
    '/api/v1/canned-replies/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'updateCannedReply',
        summary: 'Update a canned reply',
        tags: ['Conversations'],
        params: IdParams,
        body: UpdateCannedReplyBody,
        errors: ['canned_reply_not_found', 'shortcut_taken'],
        isIdempotent: true,
        response: { 200: CannedReply },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        updateCannedReply(scope, request.params.id, request.body),
      ),
  )
  app.delete(
    '/api/v1/canned-replies/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'deleteCannedReply',
        summary: 'Delete a canned reply',
        tags: ['Conversations'],
        params: IdParams,
        errors: ['canned_reply_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteCannedReply(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
