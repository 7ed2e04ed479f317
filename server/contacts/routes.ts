import { Type } from 'typebox'
import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { answerOnce } from '../http/idempotency.ts'
import { pageOf, pageQuery } from '../lib/pagination.ts'
import { IdParams } from '../lib/schemas.ts'
import { readAlias } from '../lib/aliases.ts'
import { createContact } from './create-contact.ts'
import { getContact } from './get-contact.ts'
import { listContacts } from './list-contacts.ts'
import { listTimeline } from './list-timeline.ts'
import { Contact, CreateContactBody, ListContactsQuery, Person, TimelineEntry } from './schema.ts'

/** The API's routes of contacts. */
export function addContactRoutes(app: App): void {
  app.post(
    '/api/v1/contacts',
    {
      config: { permission: { key: 'contacts:write' } },
      schema: {
        summary: 'Create a contact',
        tags: ['Contacts'],
        body: CreateContactBody,
        response: { 201: Contact },
      },
    },
    async (request, reply) => {
      const { phone_e164: _own, phone: _alias, ...input } = request.body
      const phone = readAlias<string>(request.body, ['phone_e164', 'phone'])
      return answerOnce(request, reply, 201, (scope) =>
        createContact(scope, { ...input, phone: phone?.value, phoneField: phone?.name }),
      )
    },
  )
  app.get(
    '/api/v1/contacts',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        summary: 'List contacts',
        tags: ['Contacts'],
        querystring: ListContactsQuery,
        response: { 200: pageOf(Person) },
      },
    },
    async (request) => listContacts(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/contacts/:id',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        summary: 'Get a contact',
        tags: ['Contacts'],
        params: IdParams,
        response: { 200: Person },
      },
    },
    async (request) => getContact(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/contacts/:id/timeline',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        summary: "List a contact's timeline",
        tags: ['Contacts'],
        params: IdParams,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(TimelineEntry) },
      },
    },
    async (request) => listTimeline(scopeOf(request), request.params.id, request.query),
  )
}
