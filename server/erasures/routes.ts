import { readCountry } from '#contacts/read-phone.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { eraseContact } from './erase-contact.ts'
import { getErasure } from './get-erasure.ts'
import { listErasures } from './list-erasures.ts'
import { Erasure } from './schema.ts'

/** Adds the API's routes that erase contacts. */
export function addErasureRoutes(app: App): void {
  const routes = resource(app, '/api/v1', {
    tag: 'Erasures',
    read: { key: 'admin' },
    write: { key: 'admin' },
  })

  routes.delete('/contacts/:id', {
    operationId: 'eraseContact',
    summary: 'Erase a contact',
    description:
      "Removes all of a contact's data for good, with that of contacts merged into it: messages, files, notes, tickets, events, deliveries and stored payloads. The contact is gone at once; the response is the erasure, which completes in the background and is then the certificate of what was removed.",
    errors: ['person_not_found'],
    isConditional: true,
    response: { 202: Erasure },
    runs: 'tenant',
    before: readCountry,
    run: (scope, { id, precondition }, country) => eraseContact(scope, id, country, precondition),
  })
  routes.get('/erasures', {
    operationId: 'listErasures',
    summary: 'List erasures',
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Erasure) },
    run: (scope, { query }) => listErasures(scope, query),
  })
  routes.get('/erasures/:id', {
    operationId: 'getErasure',
    summary: 'Get an erasure',
    description: 'Its progress, and once it is completed the certificate.',
    errors: ['erasure_not_found'],
    response: { 200: Erasure },
    run: (scope, { id }) => getErasure(scope, id),
  })
}
