import { resource } from '#http/resource.ts'
import { PersonDetail } from '#contacts/schema.ts'
import type { App } from '#http/app.ts'
import { getOptOutSettings } from './get-opt-out-settings.ts'
import { OptOutSettings, UpdateOptOutBody } from './schema.ts'
import { setOptOut } from './set-opt-out.ts'
import { updateOptOutSettings } from './update-opt-out-settings.ts'

/** Adds the routes that opt contacts out of marketing messages and in again, and those of the words for it. */
export function addOptOutRoutes(app: App): void {
  const routes = resource(app, '/api', {
    tag: 'Contacts',
    read: { session: 'admin' },
    write: { key: 'contacts:write' },
    notFound: 'person_not_found',
  })

  routes.post('/v1/contacts/:id/opt-out', {
    operationId: 'optOutContact',
    summary: 'Opt a contact out of marketing',
    description:
      'From then on, marketing templates to the contact are refused with 409 `contact_opted_out`, also queued ones. Other messages can be sent.',
    response: { 200: PersonDetail },
    runs: 'tenant',
    run: (scope, { id }) => setOptOut(scope, id, true),
  })
  routes.post('/v1/contacts/:id/opt-in', {
    operationId: 'optInContact',
    summary: 'Opt a contact in to marketing again',
    description:
      'Only with the consent of the contact. If it opted out at the platform, the platform keeps refusing marketing messages.',
    response: { 200: PersonDetail },
    runs: 'tenant',
    run: (scope, { id }) => setOptOut(scope, id, false),
  })
  routes.get('/developer/opt-out-settings', {
    operationId: 'getOptOutSettings',
    summary: 'Get the opt-out words',
    description:
      'Returns the words with which customers opt out of marketing messages and in again, by language. A workspace that has not changed them has the default words.',
    response: { 200: OptOutSettings },
    run: (scope) => getOptOutSettings(scope),
  })
  routes.put('/developer/opt-out-settings', {
    operationId: 'replaceOptOutSettings',
    summary: 'Replace the opt-out words',
    description:
      'Replaces the words of all languages: a language that you omit is removed. A word must not opt both out and in. Messages received from then on are compared with the new words.',
    permission: { session: 'admin' },
    body: UpdateOptOutBody,
    response: { 200: OptOutSettings },
    run: (scope, { body }) => updateOptOutSettings(scope, body),
  })
}
