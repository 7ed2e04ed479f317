import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceWith } from '#http/idempotency.ts'
import { createSharedList } from '#http/shared-list.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { SentMessage } from '../schema.ts'
import { createDraft, readDrafter } from './create-draft.ts'
import { discardDraft } from './discard-draft.ts'
import { listDrafts } from './list-drafts.ts'
import { CreateDraftBody, Draft, ListDraftsQuery, SendDraftBody } from './schema.ts'
import { sendDraft } from './send-draft.ts'

/** Adds the API's routes of drafts: replies that a program proposes and an agent sends. */
export function addDraftRoutes(app: App): void {
  const list = createSharedList(listDrafts)

  app.post(
    '/api/v1/drafts',
    {
      config: { permission: { key: 'messages:draft' } },
      schema: {
        operationId: 'createDraft',
        summary: 'Propose a reply',
        description:
          'Stores a draft that agents see in the conversation. The customer receives nothing until an agent sends it.',
        tags: ['Messages'],
        body: CreateDraftBody,
        errors: ['conversation_not_found', 'quota_exceeded'],
        isIdempotent: true,
        response: { 201: Draft },
      },
    },
    async (request, reply) =>
      answerOnceWith(request, reply, 201, readDrafter, (scope, author) =>
        createDraft(scope, request.body, author),
      ),
  )
  app.get(
    '/api/v1/drafts',
    {
      config: { permission: { key: 'messages:read' }, reads: 'list' },
      schema: {
        operationId: 'listDrafts',
        summary: 'List drafts',
        description: 'Newest first.',
        tags: ['Messages'],
        querystring: ListDraftsQuery,
        response: { 200: pageOf(Draft) },
      },
    },
    async (request) => list(scopeOf(request), request.query),
  )
  app.post(
    '/api/v1/drafts/:id/send',
    {
      config: { permission: { key: 'messages:write' } },
      schema: {
        operationId: 'sendDraft',
        summary: 'Send a draft',
        description: 'Sends it as a message of the caller. A draft can be sent once.',
        tags: ['Messages'],
        params: IdParams,
        body: SendDraftBody,
        errors: [
          'contact_blocked',
          'contact_opted_out',
          'conversation_not_found',
          'draft_decided',
          'draft_not_found',
          'live_key_required',
          'window_closed',
        ],
        isIdempotent: true,
        response: { 201: SentMessage },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => sendDraft(scope, request.params.id, request.body)),
  )
  app.post(
    '/api/v1/drafts/:id/discard',
    {
      config: { permission: { key: 'messages:write' } },
      schema: {
        operationId: 'discardDraft',
        summary: 'Discard a draft',
        tags: ['Messages'],
        params: IdParams,
        body: EmptyBody,
        errors: ['draft_decided', 'draft_not_found'],
        isIdempotent: true,
        response: { 200: Draft },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => discardDraft(scope, request.params.id)),
  )
}
