import { PersonDetail } from '#contacts/schema.ts'
import type { App } from '#http/app.ts'
import { answerOnce } from '#http/idempotency.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { blockContact } from './block-contact.ts'
import { BlockBody } from './schema.ts'
import { unblockContact } from './unblock-contact.ts'

const config = { permission: { key: 'contacts:write' } } as const
const tags = ['Contacts']

/** Adds the API's routes that block a contact, and unblock it. */
export function addBlockRoutes(app: App): void {
  app.post(
    '/api/v1/contacts/:id/block',
    {
      config,
      schema: {
        operationId: 'blockContact',
        summary: 'Block a contact',
        description:
          'Closes the conversations of the contact. Its new messages are stored in them, but they stay closed and read, and there is no `message.received`. Nothing can be sent to the contact.',
        tags,
        params: IdParams,
        body: BlockBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 200: PersonDetail },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        blockContact(scope, request.params.id, request.body),
      ),
  )
  app.post(
    '/api/v1/contacts/:id/unblock',
    {
      config,
      schema: {
        operationId: 'unblockContact',
        summary: 'Unblock a contact',
        description: 'Its conversations stay closed until it writes again, or you open them.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 200: PersonDetail },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => unblockContact(scope, request.params.id)),
  )
}
