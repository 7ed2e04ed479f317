import { resource } from '#http/resource.ts'
import { PersonDetail } from '#contacts/schema.ts'
import type { App } from '#http/app.ts'
import { blockContact } from './block-contact.ts'
import { BlockBody } from './schema.ts'
import { unblockContact } from './unblock-contact.ts'

/** Adds the API's routes that block a contact, and unblock it. */
export function addBlockRoutes(app: App): void {
  const contacts = resource(app, '/api/v1/contacts', {
    tag: 'Contacts',
    write: { key: 'contacts:write' },
    notFound: 'person_not_found',
  })

  contacts.post('/:id/block', {
    operationId: 'blockContact',
    summary: 'Block a contact',
    description:
      'Closes the conversations of the contact. Its new messages are stored in them, but they stay closed and read, and there is no `message.received`. Nothing can be sent to the contact.',
    body: BlockBody,
    response: { 200: PersonDetail },
    runs: 'tenant',
    run: (scope, { id, body }) => blockContact(scope, id, body),
  })
  contacts.post('/:id/unblock', {
    operationId: 'unblockContact',
    summary: 'Unblock a contact',
    description: 'Its conversations stay closed until it writes again, or you open them.',
    response: { 200: PersonDetail },
    runs: 'tenant',
    run: (scope, { id }) => unblockContact(scope, id),
  })
}
