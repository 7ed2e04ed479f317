import { readCountry } from '#contacts/read-phone.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { readPrecondition } from '#http/conditional-requests.ts'
import { answerOnceWith } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { eraseContact } from './erase-contact.ts'
import { getErasure } from './get-erasure.ts'
import { listErasures } from './list-erasures.ts'
import { Erasure, ListErasuresQuery } from './schema.ts'

const config = { permission: { key: 'admin' } } as const
const tags = ['Erasures']

/** Adds the API's routes that erase contacts. */
export function addErasureRoutes(app: App): void {
  app.delete(
    '/api/v1/contacts/:id',
    {
      config,
      schema: {
        operationId: 'eraseContact',
        summary: 'Erase a contact',
        description:
          "Removes all of a contact's data for good, with that of contacts merged into it: messages, files, notes, tickets, events, deliveries and stored payloads. The contact is gone at once; the response is the erasure, which completes in the background and is then the certificate of what was removed.",
        tags,
        params: IdParams,
        errors: ['person_not_found'],
        isConditional: true,
        response: { 202: Erasure },
      },
    },
    async (request, reply) => {
      const precondition = readPrecondition(request)
      return answerOnceWith(request, reply, 202, readCountry, (scope, country) =>
        eraseContact(scope, request.params.id, country, precondition),
      )
    },
  )
  app.get(
    '/api/v1/erasures',
    {
      config,
      schema: {
        operationId: 'listErasures',
        summary: 'List erasures',
        description: 'Newest first.',
        tags,
        querystring: ListErasuresQuery,
        response: { 200: pageOf(Erasure) },
      },
    },
    async (request) => listErasures(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/erasures/:id',
    {
      config,
      schema: {
        operationId: 'getErasure',
        summary: 'Get an erasure',
        description: 'Its progress, and once it is completed the certificate.',
        tags,
        params: IdParams,
        errors: ['erasure_not_found'],
        response: { 200: Erasure },
      },
    },
    async (request) => getErasure(scopeOf(request), request.params.id),
  )
}
