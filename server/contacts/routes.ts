import { notFound } from '#db/get-by-id.ts'
import type { App } from '#http/app.ts'
import { createBatchedRead } from '#http/create-batched-read.ts'
import { resource } from '#http/resource.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import { addExport } from '#http/add-export.ts'
import { pageOf } from '#lib/page.ts'
import { createContacts, findContactPhones } from './create-contact.ts'
import { createContactNotes } from './create-contact-notes.ts'
import { exportContacts } from './export-contacts.ts'
import { getContacts } from './get-contact.ts'
import { isContactPage, listContacts } from './list-contacts.ts'
import { listTimeline } from './list-timeline.ts'
import {
  Contact,
  ContactBatchBody,
  ContactBatchItem,
  ContactBatchResults,
  CreateContactBody,
  CreateContactNoteBody,
  ExportContactsQuery,
  ListContactsQuery,
  ListTimelineQuery,
  ListedPerson,
  PersonDetail,
  TimelineEntry,
  UpdateContactBody,
} from './schema.ts'
import { updateContact } from './update-contact.ts'

/** The API's routes of contacts. */
export function addContactRoutes(app: App): void {
  const read = createBatchedRead(getContacts, (id) => notFound('people', id))
  const list = createSharedList(listContacts, undefined, isContactPage)

  const contacts = resource(app, '/api/v1/contacts', {
    tag: 'Contacts',
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
    notFound: 'person_not_found',
  })

  const createOne = contacts.postBatched('', {
    operationId: 'createContact',
    summary: 'Create a contact',
    body: CreateContactBody,
    errors: ['conflicting_fields', 'identity_taken', 'invalid_phone'],
    response: { 201: Contact },
    input: ({ body }) => body,
    before: findContactPhones,
    run: createContacts,
    isShared: true,
  })
  contacts.postItems('/batch', {
    operationId: 'createContacts',
    summary: 'Create many contacts',
    description:
      'Creates up to 100 contacts, each as `POST /api/v1/contacts` does. The response has a result for each item, in their order; an item that fails changes nothing of the others. Each item counts towards the rate limit.',
    body: ContactBatchBody,
    item: ContactBatchItem,
    response: { 207: ContactBatchResults },
    run: (scope, items) =>
      Promise.allSettled(
        items.map(({ input, idempotency }) => createOne(scope, input, idempotency)),
      ),
  })
  contacts.get('', {
    operationId: 'listContacts',
    summary: 'List contacts',
    description:
      'Most recently changed first by default. Contacts that were merged into another one are not listed.',
    query: ListContactsQuery,
    reads: 'list',
    response: { 200: pageOf(ListedPerson) },
    run: (scope, { query }) => list(scope, query),
  })
  addExport(contacts, {
    name: 'contacts',
    permission: { key: 'contacts:read' },
    description:
      'Returns all contacts that match the filters, newest first. Cells are escaped so that spreadsheets do not run them as formulas.',
    query: ExportContactsQuery,
    title: 'ContactFilter',
    run: exportContacts,
  })
  contacts.get('/:id', {
    operationId: 'getContact',
    summary: 'Get a contact',
    description: 'The id of a merged contact returns the contact it was merged into.',
    isConditional: true,
    response: { 200: PersonDetail },
    run: (scope, { id }) => read(scope, id),
  })
  contacts.patch('/:id', {
    operationId: 'updateContact',
    summary: 'Update a contact',
    body: UpdateContactBody,
    errors: ['conflicting_fields', 'identity_taken', 'invalid_phone'],
    isConditional: true,
    response: { 200: PersonDetail },
    runs: 'tenant',
    before: (scope, { body }) => findContactPhones(scope, [body]),
    run: (scope, { id, precondition, body }, find) =>
      updateContact(scope, id, body, find, precondition),
  })
  contacts.postBatched('/:id/notes', {
    operationId: 'createContactNote',
    summary: "Add a note to a contact's timeline",
    description: 'Notes are internal. Customers never see them.',
    body: CreateContactNoteBody,
    response: { 201: TimelineEntry },
    input: ({ id, body }) => ({ id, text: body.text }),
    run: createContactNotes,
  })
  contacts.get('/:id/timeline', {
    operationId: 'listTimeline',
    summary: "List a contact's timeline",
    description: 'Newest first.',
    query: ListTimelineQuery,
    response: { 200: pageOf(TimelineEntry) },
    run: (scope, { id, query }) => listTimeline(scope, id, query),
  })
}
