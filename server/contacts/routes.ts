import type { Static } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { createBatchedRead } from '#http/batched-read.ts'
import { batchValidator, createBatch } from '#http/batch.ts'
import { answerBy, createBatchedCall, createBatchedVerb } from '#http/batched-verb.ts'
import { readPrecondition } from '#http/conditional-requests.ts'
import { answerOnceWith } from '#http/idempotency.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { createSharedList } from '#http/shared-list.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createContacts, findContactPhones } from './create-contact.ts'
import { createContactNotes } from './create-note.ts'
import { exportContacts } from './export-contacts.ts'
import { getContacts } from './get-contact.ts'
import { listContacts } from './list-contacts.ts'
import { listTimeline } from './list-timeline.ts'
import { personNotFound } from './resolve-person.ts'
import {
  Contact,
  ContactBatchBody,
  ContactBatchItem,
  ContactBatchResults,
  CreateContactBody,
  CreateContactNoteBody,
  ExportContactsBody,
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
  const createOne = createBatchedCall(201, createContacts, findContactPhones)
  const create = answerBy(createOne)
  const createMany = createBatch<Static<typeof CreateContactBody>>(
    ContactBatchItem,
    (request, items) => {
      const scope = scopeOf(request)
      return Promise.allSettled(items.map((item) => createOne({ scope, ...item })))
    },
  )
  const read = createBatchedRead(getContacts, personNotFound)
  const list = createSharedList(listContacts)

  app.post(
    '/api/v1/contacts',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'createContact',
        summary: 'Create a contact',
        tags: ['Contacts'],
        body: CreateContactBody,
        errors: ['conflicting_fields', 'invalid_phone'],
        isIdempotent: true,
        response: { 201: Contact },
      },
    },
    async (request, reply) => create(request, reply, request.body),
  )
  app.post(
    '/api/v1/contacts/batch',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'createContacts',
        summary: 'Create many contacts',
        description:
          'Creates up to 100 contacts, each as `POST /api/v1/contacts` does. The response has a result for each item, in their order; an item that fails changes nothing of the others. Each item counts towards the rate limit.',
        tags: ['Contacts'],
        body: ContactBatchBody,
        isIdempotent: true,
        response: { 207: ContactBatchResults },
      },
      validatorCompiler: batchValidator,
    },
    async (request, reply) => createMany(request, reply),
  )
  app.get(
    '/api/v1/contacts',
    {
      config: { permission: { key: 'contacts:read' }, reads: 'list' },
      schema: {
        operationId: 'listContacts',
        summary: 'List contacts',
        description:
          'Most recently changed first by default. Contacts that were merged into another one are not listed.',
        tags: ['Contacts'],
        querystring: ListContactsQuery,
        response: { 200: pageOf(ListedPerson) },
      },
    },
    async (request) => list(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/contacts/export.csv',
    {
      config: { permission: { key: 'contacts:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportContacts',
        summary: 'Export contacts',
        description:
          'Returns all contacts that match the filters, newest first. Cells are escaped so that spreadsheets do not run them as formulas.',
        tags: ['Contacts'],
        querystring: ExportContactsQuery,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) => {
      return sendCsv(reply, 'contacts', await exportContacts(scopeOf(request), request.query))
    },
  )
  app.post(
    '/api/v1/contacts/export.csv',
    {
      config: { permission: { key: 'contacts:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportSelectedContacts',
        summary: 'Export selected contacts',
        description:
          'Returns the named contacts, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of ids.',
        tags: ['Contacts'],
        body: ExportContactsBody,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) => {
      const { filter, ...named } = request.body
      return sendCsv(
        reply,
        'contacts',
        await exportContacts(scopeOf(request), { ...filter, ...named }),
      )
    },
  )
  app.get(
    '/api/v1/contacts/:id',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        operationId: 'getContact',
        summary: 'Get a contact',
        description: 'The id of a merged contact returns the contact it was merged into.',
        tags: ['Contacts'],
        params: IdParams,
        errors: ['person_not_found'],
        isConditional: true,
        response: { 200: PersonDetail },
      },
    },
    async (request) => read(scopeOf(request), request.params.id),
  )
  addChangeRoutes(app)
  app.get(
    '/api/v1/contacts/:id/timeline',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        operationId: 'listTimeline',
        summary: "List a contact's timeline",
        description: 'Newest first.',
        tags: ['Contacts'],
        params: IdParams,
        querystring: ListTimelineQuery,
        errors: ['person_not_found'],
        response: { 200: pageOf(TimelineEntry) },
      },
    },
    async (request) => listTimeline(scopeOf(request), request.params.id, request.query),
  )
}

function addChangeRoutes(app: App): void {
  const createNote = createBatchedVerb(201, createContactNotes)

  app.patch(
    '/api/v1/contacts/:id',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'updateContact',
        summary: 'Update a contact',
        tags: ['Contacts'],
        params: IdParams,
        body: UpdateContactBody,
        errors: ['conflicting_fields', 'identity_taken', 'invalid_phone', 'person_not_found'],
        isConditional: true,
        isIdempotent: true,
        response: { 200: PersonDetail },
      },
    },
    async (request, reply) => {
      const precondition = readPrecondition(request)
      return answerOnceWith(
        request,
        reply,
        200,
        (scope) => findContactPhones(scope, [request.body]),
        (scope, find) => updateContact(scope, request.params.id, request.body, find, precondition),
      )
    },
  )
  app.post(
    '/api/v1/contacts/:id/notes',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        operationId: 'createContactNote',
        summary: "Add a note to a contact's timeline",
        description: 'Notes are internal. Customers never see them.',
        tags: ['Contacts'],
        params: IdParams,
        body: CreateContactNoteBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 201: TimelineEntry },
      },
    },
    async (request, reply) =>
      createNote(request, reply, { id: request.params.id, text: request.body.text }),
  )
}
