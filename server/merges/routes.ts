import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { mergeContacts } from './merge-contacts.ts'
import { previewMerge } from './preview-merge.ts'
import { Merge, MergeBody, MergePreview, MergePreviewQuery } from './schema.ts'
import { undoMerge } from './undo-merge.ts'

/** Adds the API's routes that merge two contacts, and undo it. */
export function addMergeRoutes(app: App): void {
  const contacts = resource(app, '/api/v1/contacts', {
    tag: 'Contacts',
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
    notFound: 'person_not_found',
  })

  contacts.get('/:id/merge-preview', {
    operationId: 'previewMerge',
    summary: 'Preview a merge of two contacts',
    query: MergePreviewQuery,
    errors: ['person_merged'],
    response: { 200: MergePreview },
    run: (scope, { id, query }) => previewMerge(scope, id, query.other_id),
  })
  contacts.post('/:id/merge', {
    operationId: 'mergeContacts',
    summary: 'Merge another contact into this one',
    description:
      "Moves the other contact's conversations, tickets, timeline and identities to this contact. The other contact's id keeps working and returns this contact.",
    body: MergeBody,
    errors: ['person_merged'],
    response: { 201: Merge },
    runs: 'tenant',
    run: (scope, { id, body }) => mergeContacts(scope, id, body),
  })
  contacts.post('/merges/:id/undo', {
    operationId: 'undoMerge',
    summary: 'Undo a merge',
    description:
      'Restores both contacts. What was added after the merge stays with the surviving contact. Undo several merges of a contact in reverse order.',
    errors: ['merge_not_found', 'merge_not_last', 'merge_undone'],
    response: { 200: Merge },
    runs: 'tenant',
    run: (scope, { id }) => undoMerge(scope, id),
  })
}
