import { newId } from '#lib/ids.ts'
import { testHours } from '#test/hours.ts'

/** The bodies of POST routes, by their paths, that name nothing else. */
export const PLAIN_BODIES: Record<string, Record<string, unknown>> = {
  '/api/v1/contacts/:id/notes': { text: 'Hello' },
  '/api/v1/chats/:id/notes': { text: 'Hello' },
  '/api/v1/tickets/:id/comments': { text: 'Hello' },
  '/api/v1/tags': { name: 'Urgent' },
  '/api/v1/ticket-types': { name: 'Return' },
  '/api/v1/canned-replies': { shortcut: 'hello', text: 'Hello' },
  '/api/v1/business-hours': testHours('Office'),
  '/api/v1/sla-policies': { name: 'Support', resolution_minutes: 60 },
  '/api/v1/teams': { name: 'Support' },
  '/api/v1/bots': { name: 'Order bot' },
  '/api/v1/chats/:id/hand-over': { to: { type: 'queue' } },
  '/api/v1/rules': {
    name: 'Support',
    trigger: { on: 'message_received' },
    conditions: { match: 'all', conditions: [] },
    actions: [{ type: 'note', text: 'Hello' }],
  },
  '/api/v1/macros': { name: 'Support', actions: [{ type: 'note', text: 'Hello' }] },
  '/api/v1/roles': { name: 'R', scopes: ['read'] },
  '/api/developer/forms': { name: 'Website' },
  '/api/developer/sso/domains': { domain: `${newId()}.example` },
  '/api/developer/invitations': { email: `${newId()}@example.com`, role: 'agent' },
}
