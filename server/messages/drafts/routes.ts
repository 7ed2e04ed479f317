import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import { pageOf } from '#lib/page.ts'
import { SentMessage } from '../schema.ts'
import { createDraft, readDrafter } from './create-draft.ts'
import { discardDraft } from './discard-draft.ts'
import { listDrafts } from './list-drafts.ts'
import { CreateDraftBody, Draft, ListDraftsQuery, SendDraftBody } from './schema.ts'
import { sendDraft } from './send-draft.ts'

/** Adds the API's routes of drafts: replies that a program proposes and an agent sends. */
export function addDraftRoutes(app: App): void {
  const list = createSharedList(listDrafts)
  const drafts = resource(app, '/api/v1/drafts', {
    tag: 'Messages',
    read: { key: 'messages:read' },
    write: { key: 'messages:write' },
    notFound: 'draft_not_found',
  })

  drafts.post('', {
    operationId: 'createDraft',
    summary: 'Propose a reply',
    description:
      'Stores a draft that agents see in the conversation. The customer receives nothing until an agent sends it.',
    permission: { key: 'messages:draft' },
    body: CreateDraftBody,
    errors: ['conversation_not_found', 'quota_exceeded'],
    response: { 201: Draft },
    runs: 'tenant',
    before: (scope) => readDrafter(scope),
    run: (scope, { body }, author) => createDraft(scope, body, author),
  })
  drafts.get('', {
    operationId: 'listDrafts',
    summary: 'List drafts',
    description: 'Newest first.',
    query: ListDraftsQuery,
    reads: 'list',
    response: { 200: pageOf(Draft) },
    run: (scope, { query }) => list(scope, query),
  })
  drafts.post('/:id/send', {
    operationId: 'sendDraft',
    summary: 'Send a draft',
    description: 'Sends it as a message of the caller. A draft can be sent once.',
    body: SendDraftBody,
    errors: [
      'contact_blocked',
      'draft_decided',
      'live_key_required',
      'not_holder',
      'window_closed',
    ],
    response: { 201: SentMessage },
    runs: 'tenant',
    run: (scope, { id, body }) => sendDraft(scope, id, body),
  })
  drafts.post('/:id/discard', {
    operationId: 'discardDraft',
    summary: 'Discard a draft',
    errors: ['draft_decided'],
    response: { 200: Draft },
    runs: 'tenant',
    run: (scope, { id }) => discardDraft(scope, id),
  })
}
