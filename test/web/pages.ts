import type { Page } from 'playwright-core'
import { createCall } from '../call.ts'
import { waitFor } from '../wait-for.ts'
import type { Demo } from './demo.ts'

/** One page of the app: a name for its picture, its path, whether it needs no session, and its last content. */
type AppPage = { name: string; path: string; isOpen?: boolean; shows?: string }

/** Gives a ticket a type, a custom field, a follower and a link. */
async function fillTicket({ admin }: Demo, ticket: string): Promise<void> {
  const { body: type } = await admin('POST /api/v1/ticket-types', { body: { name: 'Return' } })
  await admin('POST /api/v1/custom-fields', {
    body: { key: 'order', label: 'Order number', type: 'text', applies_to: 'ticket' },
  })
  await admin(`PATCH /api/v1/tickets/${ticket}`, {
    body: { type_id: type.id, fields: { order: 'A-4711' } },
  })
  await admin(`POST /api/v1/tickets/${ticket}/followers`, { body: {} })
  const { body: tickets } = await admin('GET /api/v1/tickets')
  const other = tickets.data.find(({ id }: { id: string }) => id !== ticket)
  await admin(`POST /api/v1/tickets/${ticket}/links`, {
    body: { ticket_id: other.id, kind: 'blocked_by' },
  })
}

/** Lists every page of the app, on the demo's data; creates what is needed so that no page is empty. */
export async function listPages(demo: Demo): Promise<AppPage[]> {
  const { admin } = demo
  const first = async (path: string) => (await admin(`GET ${path}`)).body.data[0]?.id as string
  const endpoint = await admin('POST /api/developer/webhooks', {
    body: { url: 'https://hooks.example.com/parley', description: 'Orders' },
  })
  await admin('POST /api/v1/tags', { body: { name: 'Refund', color: 'orange' } })
  await admin('POST /api/v1/canned-replies', {
    body: { shortcut: 'hours', text: 'We are open from 9 to 18.' },
  })
  const chat = await first('/api/v1/chats')
  await admin('POST /api/v1/messages/send', {
    body: { conversation_id: chat, message: 'It left our house this morning.' },
  })
  const api = createCall(demo.url, { authorization: `Bearer ${demo.apiKey}` })
  await api('GET /api/v1/chats')
  await api('POST /api/v1/tickets', { body: { title: '' } })
  const request = await waitFor(() => first('/api/developer/request-log'))
  const [person, ticket, delivery, event, payload] = await Promise.all([
    first('/api/v1/contacts'),
    first('/api/v1/tickets'),
    first('/api/developer/webhooks/deliveries'),
    first('/api/developer/events'),
    first('/api/developer/inbound'),
  ])
  const { body: invitation } = await admin('POST /api/developer/invitations', {
    body: { email: 'asha@shop.example', role: 'agent' },
  })
  const link = new URL(invitation.link)
  const [channel, form] = await Promise.all([
    first('/api/developer/channels'),
    first('/api/developer/forms'),
  ])
  const { body: submission } = await admin(`POST /api/developer/forms/${form}/test`, {
    body: { fields: { Question: 'Is the shop open on Sunday?', '1.3': 'Leela' } },
  })
  await fillTicket(demo, ticket)
  const of = (name: string, path: string) => ({ name, path })
  return [
    { name: 'sign-in', path: '/sign-in', isOpen: true },
    { name: 'forgot-password', path: '/forgot-password', isOpen: true },
    { name: 'reset-password', path: `/reset-password#${'x'.repeat(40)}`, isOpen: true },
    { name: 'invitation', path: link.pathname + link.hash, isOpen: true },
    of('business-hours', '/settings/business-hours'),
    of('inbox', '/inbox'),
    { ...of('chat', `/inbox/${chat}`), shows: '[data-pane="thread"] [data-item]' },
    of('contacts', '/contacts'),
    of('contact', `/contacts/${person}`),
    of('contacts-import', '/contacts/import'),
    of('tickets', '/tickets'),
    of('ticket-board', '/tickets/board'),
    of('ticket', `/tickets/${ticket}`),
    of('reports', '/reports'),
    of('search', '/search?q=order'),
    of('notifications', '/notifications'),
    of('notification-settings', '/settings/notifications'),
    of('developer', '/developer'),
    of('api-keys', '/developer/keys'),
    of('connected-apps', '/developer/apps'),
    of('requests', '/developer/requests'),
    of('request', `/developer/requests/${request}`),
    of('webhooks', '/developer/webhooks'),
    of('webhook', `/developer/webhooks/${endpoint.body.id}`),
    of('deliveries', '/developer/deliveries'),
    ...(delivery ? [of('delivery', `/developer/deliveries/${delivery}`)] : []),
    of('events', '/developer/events'),
    ...(event ? [of('event', `/developer/events/${event}`)] : []),
    of('inbound', '/developer/inbound'),
    ...(payload ? [of('payload', `/developer/inbound/${payload}`)] : []),
    of('signatures', '/developer/signatures'),
    of('forms', '/developer/forms'),
    of('form', `/developer/forms/${form}`),
    of('form-attention', '/developer/forms/attention'),
    of('form-submission', `/developer/forms/attention/${submission.payload_id}`),
    of('settings', '/settings'),
    of('workspace', '/settings/workspace'),
    of('members', '/settings/members'),
    of('channels', '/settings/channels'),
    of('channel', `/settings/channels/${channel}`),
    of('connect-whatsapp', '/settings/channels/connect'),
    of('create-web-chat', '/settings/channels/web-chat'),
    of('templates', '/settings/templates'),
    of('prices', '/settings/prices'),
    of('custom-fields', '/settings/custom-fields'),
    of('ticket-types', '/settings/ticket-types'),
    of('opt-out', '/settings/opt-out'),
    of('ratings', '/settings/ratings'),
    of('sla', '/settings/sla'),
    of('rules', '/settings/rules'),
    of('macros', '/settings/macros'),
    of('bots', '/settings/bots'),
    of('teams', '/settings/teams'),
    of('reports-work', '/reports?report=work'),
    of('reports-now', '/reports?report=now'),
    of('reports-responses', '/reports?report=responses'),
    of('reports-tickets', '/reports?report=tickets'),
    of('reports-deliveries', '/reports?report=deliveries'),
    of('reports-bots', '/reports?report=bots'),
    of('reports-sla', '/reports?report=sla'),
    of('costs', '/reports?report=costs'),
    of('canned-replies', '/settings/canned-replies'),
    of('tags', '/settings/tags'),
    of('audit-log', '/settings/audit-log'),
    of('profile', '/settings/profile'),
    of('shortcuts', '/settings/shortcuts'),
    of('sessions', '/settings/sessions'),
    of('own-apps', '/settings/apps'),
    of('security', '/settings/security'),
    of('instance', '/settings/instance'),
  ]
}

/** The part of the app's router that `visit` uses. Source: TanStack Router, which keeps itself in `__TSR_ROUTER__`. */
type AppRouter = {
  navigate: (to: { href: string }) => Promise<void>
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/**
 * Opens `path` by a link of the app that is already open in `page`, without loading the document and its scripts again,
 * which takes most of the CPU time of showing a page. Resolves when the page of `path` is shown; fails if the app leads
 * elsewhere.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const routerOf = () => (globalThis as unknown as { __TSR_ROUTER__: AppRouter }).__TSR_ROUTER__
  const router = await page.evaluateHandle(routerOf)
  await router.evaluate((app, href) => app.navigate({ href }), path)
  await page.waitForFunction(
    ({ app, href }) =>
      app.state.status === 'idle' &&
      app.state.location.href === href &&
      app.state.resolvedLocation?.href === href,
    { app: router, href: path },
  )
}

/** Waits until a page has its heading and nothing on it loads any more. */
export async function settle(page: Page, shows = 'main'): Promise<void> {
  await page.locator(shows).first().waitFor()
  await page.waitForFunction(() => {
    // This file is also compiled without a browser's types.
    const { document } = globalThis as unknown as {
      document: { querySelector(css: string): unknown }
    }
    return document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null
  })
}
