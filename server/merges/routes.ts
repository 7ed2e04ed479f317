import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { mergeContacts } from './merge-contacts.ts'
import { previewMerge } from './preview-merge.ts'
import { Merge, MergeBody, MergePreview, MergePreviewQuery } from './schema.ts'
import { undoMerge } from './undo-merge.ts'

const tags = ['Contacts']

/** Adds the API's routes that merge two contacts, and undo it. */
export function addMergeRoutes(app: App): void {
  app.get(
    '/api/v1/contacts/:id/merge-preview',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        operationId: 'previewMerge',
        summary: 'Preview a merge of two contacts',
        tags,
        params: IdParams,
        querystring: MergePreviewQuery,
        errors: ['person_merged', 'person_not_found'],
        response: { 200: MergePreview },
      },
    },
    async (request) => previewMerge(scopeOf(request), request.params.id, request.query.other_id),
  )
  app.post(
    '/api/v1/contacts/:id/merge',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'mergeContacts',
        summary: 'Merge another contact into this one',
        description:
          "Moves the other contact's conversations, tickets, timeline and identities to this contact. The other contact's id keeps working and returns this contact.",
        tags,
        params: IdParams,
        body: MergeBody,
        errors: ['person_merged', 'person_not_found'],
        isIdempotent: true,
        response: { 201: Merge },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) =>
        mergeContacts(scope, request.params.id, request.body),
      ),
  )
  app.post(
    '/api/v1/contacts/merges/:id/undo',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'undoMerge',
        summary: 'Undo a merge',
        description:
          'Restores both contacts. What was added after the merge stays with the surviving contact. Undo several merges of a contact in reverse order.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['merge_not_found', 'merge_not_last', 'merge_undone', 'person_not_found'],
        isIdempotent: true,
        response: { 200: Merge },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => undoMerge(scope, request.params.id)),
  )
}
