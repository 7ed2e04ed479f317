import { PersonDetail } from '#contacts/schema.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { getOptOutSettings } from './get-settings.ts'
import { OptOutSettings, UpdateOptOutBody } from './schema.ts'
import { setOptOut } from './set-opt-out.ts'
import { updateOptOutSettings } from './update-settings.ts'

const write = { permission: { key: 'contacts:write' } } as const
const admin = { permission: { session: 'admin' } } as const
const tags = ['Contacts']

/** Adds the routes that opt contacts out of marketing messages and in again, and those of the words for it. */
export function addOptOutRoutes(app: App): void {
  app.post(
    '/api/v1/contacts/:id/opt-out',
    {
      config: write,
      schema: {
        operationId: 'optOutContact',
        summary: 'Opt a contact out of marketing',
        description:
          'From then on, marketing templates to the contact are refused with 409 `contact_opted_out`, also queued ones. Other messages can be sent.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 200: PersonDetail },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => setOptOut(scope, request.params.id, true)),
  )
  app.post(
    '/api/v1/contacts/:id/opt-in',
    {
      config: write,
      schema: {
        operationId: 'optInContact',
        summary: 'Opt a contact in to marketing again',
        description:
          'Only with the consent of the contact. If it opted out at the platform, the platform keeps refusing marketing messages.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 200: PersonDetail },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => setOptOut(scope, request.params.id, false)),
  )
  app.get(
    '/api/developer/opt-out-settings',
    {
      config: admin,
      schema: {
        operationId: 'getOptOutSettings',
        summary: 'Get the opt-out words',
        description:
          'Returns the words with which customers opt out of marketing messages and in again, by language. A workspace that has not changed them has the default words.',
        tags,
        response: { 200: OptOutSettings },
      },
    },
    async (request) => getOptOutSettings(scopeOf(request)),
  )
  app.put(
    '/api/developer/opt-out-settings',
    {
      config: admin,
      schema: {
        operationId: 'replaceOptOutSettings',
        summary: 'Replace the opt-out words',
        description:
          'Replaces the words of all languages: a language that you omit is removed. A word must not opt both out and in. Messages received from then on are compared with the new words.',
        tags,
        body: UpdateOptOutBody,
        response: { 200: OptOutSettings },
      },
    },
    async (request) => updateOptOutSettings(scopeOf(request), request.body),
  )
}
