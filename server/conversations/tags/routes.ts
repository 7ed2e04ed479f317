import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { listTags } from './list-tags.ts'
import { CreateTagBody, ListTagsQuery, Tag, UpdateTagBody } from './schema.ts'
import { updateTag } from './update-tag.ts'

/** The API's routes of tags. */
export function addTagRoutes(app: App): void {
  app.get(
    '/api/v1/tags',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'listTags',
        summary: 'List tags',
        description: 'Newest first.',
        tags: ['Conversations'],
        querystring: ListTagsQuery,
        response: { 200: pageOf(Tag) },
      },
    },
    async (request) => listTags(scopeOf(request), request.query),
  )
  app.post(
    '/api/v1/tags',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'createTag',
        summary: 'Create a tag',
        tags: ['Conversations'],
        body: CreateTagBody,
        errors: ['tag_taken'],
        isIdempotent: true,
        response: { 201: Tag },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => createTag(scope, request.body)),
  )
  app.patch(
    '/api/v1/tags/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'updateTag',
        summary: 'Update a tag',
        tags: ['Conversations'],
        params: IdParams,
        body: UpdateTagBody,
        errors: ['tag_not_found', 'tag_taken'],
        isIdempotent: true,
        response: { 200: Tag },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => updateTag(scope, request.params.id, request.body)),
  )
  app.delete(
    '/api/v1/tags/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'deleteTag',
        summary: 'Delete a tag',
        description: 'Removes the tag from all conversations.',
        tags: ['Conversations'],
        params: IdParams,
        errors: ['tag_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteTag(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
