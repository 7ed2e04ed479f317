import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { listTags } from './list-tags.ts'
import { CreateTagBody, Tag, UpdateTagBody } from './schema.ts'
import { updateTag } from './update-tag.ts'

/** The API's routes of tags. */
export function addTagRoutes(app: App): void {
  const tags = resource(app, '/api/v1/tags', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'tag_not_found',
  })

  tags.get('', {
    operationId: 'listTags',
    summary: 'List tags',
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Tag) },
    run: (scope, { query }) => listTags(scope, query),
  })
  tags.post('', {
    operationId: 'createTag',
    summary: 'Create a tag',
    body: CreateTagBody,
    errors: ['tag_taken'],
    response: { 201: Tag },
    runs: 'tenant',
    run: (scope, { body }) => createTag(scope, body),
  })
  tags.patch('/:id', {
    operationId: 'updateTag',
    summary: 'Update a tag',
    body: UpdateTagBody,
    errors: ['tag_taken'],
    response: { 200: Tag },
    runs: 'tenant',
    run: (scope, { id, body }) => updateTag(scope, id, body),
  })
  tags.delete('/:id', {
    operationId: 'deleteTag',
    summary: 'Delete a tag',
    description: 'Removes the tag from all conversations.',
    run: (scope, { id }) => deleteTag(scope, id),
  })
}
