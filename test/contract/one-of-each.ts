import assert from 'node:assert/strict'
import { createPayloadStore } from '#inbound/ingest/create-payload-store.ts'
import { listNotices } from '#account/notices/list-notices.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { insertRequests } from '#request-log/insert-requests.ts'
import type { Call } from '#test/app.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { testHours } from '#test/hours.ts'
import { testNotice } from '#test/notices.ts'
import { registerApp } from '#test/oauth-app.ts'
import { testRequest } from '#test/requests.ts'
import { testPushKeys } from '#test/push-service.ts'
import { signInTestMember } from '#test/session.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { testReportSchedule } from '#test/reports.ts'
import { sendTestMessage } from './factories.ts'

/**
 * Creates one of everything that has an id, mostly over HTTP, in a workspace. Returns the ids by their kind, and the headers
 * of the admin's session.
 */
export async function createOneOfEach(
  call: Call,
  { scope, key }: { scope: Scope; key: string },
): Promise<{ ids: Record<string, string>; headers: Record<string, string> }> {
  const session = await signInTestMember(call, scope)
  const message = await sendTestMessage(call, scope, key)
  const ticket = await call('POST /api/v1/tickets', {
    key: key,
    body: { person_id: message.person_id, title: 'Theirs' },
  })
  const { headers } = session
  const endpoint = await call('POST /api/developer/webhooks', {
    headers,
    body: { url: 'https://hooks.example.com/theirs', events: ['message.sent'] },
  })
  await sendTestMessage(call, scope, key, message.conversation_id)
  const deliveries = await call('GET /api/developer/webhooks/deliveries', { headers })
  const replay = await call(`POST /api/developer/webhooks/${endpoint.body.id}/replay`, {
    headers,
    body: {},
  })
  const create = async (path: string, body: object) =>
    (await call(`POST /api/v1/${path}`, { headers, body })).body.id
  const team = await create('teams', { name: 'Theirs' })
  const bot = await create('bots', { name: 'Theirs' })
  const role = await create('roles', { name: 'Theirs', scopes: ['read'] })
  const comment = await create(`tickets/${ticket.body.id}/comments`, { text: 'Theirs' })
  const note = await create(`chats/${message.conversation_id}/notes`, { text: 'Theirs' })
  const tag = await create('tags', { name: 'Theirs' })
  const ticketType = await create('ticket-types', { name: 'Theirs' })
  const merged = await create('contacts', { name: 'Merged' })
  const merge = await create(`contacts/${message.person_id}/merge`, { other_id: merged })
  const forgotten = await create('contacts', { name: 'Forgotten' })
  const erasure = await call(`DELETE /api/v1/contacts/${forgotten}`, { headers })
  const dataExport = await call(`POST /api/v1/contacts/${message.person_id}/data-export`, {
    headers,
    body: {},
  })
  const file = await call('POST /api/v1/imports', { key: key, ...csvUpload('Name\nA\n') })
  const prices = await call('POST /api/v1/price-lists?valid_from=2026-01-01&currency=USD', {
    key: key,
    ...csvUpload('market,category,price\nIN,marketing,0.01\n'),
  })
  const bulk = await create('chats/bulk-actions', {
    action: 'close',
    ids: [message.conversation_id],
  })
  const reply = await create('canned-replies', { shortcut: 'theirs', text: 'Theirs' })
  const actions = [{ type: 'set_status', status: 'open' }]
  const rule = await create('rules', {
    name: 'Theirs',
    trigger: { on: 'message_received' },
    conditions: { match: 'all', conditions: [] },
    actions,
  })
  const macro = await create('macros', { name: 'Theirs', actions })
  const macroRun = await call(`POST /api/v1/macros/${macro}/run`, {
    key: key,
    body: { conversation_ids: [message.conversation_id] },
  })
  const hours = await create('business-hours', testHours('Theirs'))
  const policy = await create('sla-policies', { name: 'Theirs', resolution_minutes: 60 })
  const customField = await create('custom-fields', { key: 'theirs', type: 'text' })
  const { membership } = (await call('GET /api/session', { headers })).body
  const schedule = await call('POST /api/app/report-schedules', {
    headers,
    body: testReportSchedule(membership.id),
  })
  const heldReply = await call('POST /api/app/held-replies', {
    headers,
    body: {
      conversation_id: message.conversation_id,
      message: { message: 'Theirs' },
      hold_seconds: 30,
    },
  })
  const draft = await create('drafts', {
    conversation_id: message.conversation_id,
    text: 'Theirs',
  })
  const view = { subject: 'chats', name: 'Theirs', filters: {}, is_shared: true }
  const apiKey = await call('POST /api/developer/api-keys', {
    headers,
    body: { name: 'Theirs', scopes: ['read'] },
  })
  const form = await call('POST /api/developer/forms', { headers, body: { name: 'Theirs' } })
  const webChat = await call('POST /api/developer/web-chats', {
    headers,
    body: { name: 'Theirs', allowed_origins: ['https://theirs.example'] },
  })
  const invitation = await call('POST /api/developer/invitations', {
    headers,
    body: { email: `${newId()}@example.com`, role: 'agent' },
  })
  const sessions = await call('GET /api/session/sessions', { headers })
  const options = await call('POST /api/session/passkeys/options', { headers, body: {} })
  const site = { rpId: 'localhost', origin: scope.config.publicUrl }
  const passkey = await call('POST /api/session/passkeys', {
    headers,
    body: { name: 'Laptop', credential: createAuthenticator(site).create(options.body) },
  })
  const device = await call('POST /api/app/push-devices', {
    headers,
    body: { endpoint: 'https://push.example.com/theirs', keys: testPushKeys() },
  })
  const app = await registerApp(call)
  const member = { headers, workspaceId: scope.workspaceId }
  await app.exchange(await app.getCode(member, ['chats:read']))
  const apps = await call('GET /api/app/connected-apps', { headers })
  const data = { endpoint_id: newId(), url: 'https://a.example', disabled_at: null, waiting: 0 }
  await testNotice(scope, { kind: 'endpoint_recovered', data })
  const notices = await listNotices(scope, {})
  const channel = await call(`GET /api/v1/chats/${message.conversation_id}`, { key: key })
  const payload = await createPayloadStore(scope)({
    workspaceId: scope.workspaceId,
    platform: 'whatsapp',
    body: Buffer.from('{}'),
    contentType: 'application/json',
    status: 'pending',
    labels: [],
  })
  // It has as many characters as an id, so that responses have the same length.
  const domain = `${newId().slice(0, 28)}.example`
  const added = await call('POST /api/developer/sso/domains', { headers, body: { domain } })
  assert.equal(added.status, 201, added.text)
  const media = await storeTestUpload(scope)
  await insertRequests(scope, [testRequest(scope, apiKey.body.id)])
  const requests = await call('GET /api/developer/request-log', { headers })
  const audit = await call('GET /api/developer/audit-log', { headers })
  const ids: Record<string, string> = {
    media,
    payload,
    conversation: message.conversation_id,
    person: message.person_id,
    message: message.id,
    ticket: ticket.body.id,
    note,
    comment,
    ticket_type: ticketType,
    tag,
    team,
    bot,
    role,
    merged,
    merge,
    import: file.body.id,
    price_list: prices.body.id,
    erasure: erasure.body.id,
    data_export: dataExport.body.id,
    bulk_action: bulk,
    canned_reply: reply,
    rule,
    macro,
    macro_run: macroRun.body.id,
    business_hours: hours,
    report_schedule: schedule.body.id,
    sla_policy: policy,
    custom_field: customField,
    draft,
    held_reply: heldReply.body.id,
    view: await create('views', view),
    membership: session.membershipId,
    endpoint: endpoint.body.id,
    delivery: deliveries.body.data[0].id,
    event: deliveries.body.data[0].event_id,
    replay: replay.body.id,
    api_key: apiKey.body.id,
    request: requests.body.data[0].id,
    audit_entry: audit.body.data[0].id,
    notice: notices.data[0]!.id,
    channel: channel.body.channel.id,
    form: form.body.id,
    web_chat: webChat.body.id,
    domain,
    invitation: invitation.body.id,
    session: sessions.body.data[0].id,
    passkey: passkey.body.id,
    device: device.body.id,
    app: apps.body.data[0].id,
  }
  for (const [name, id] of Object.entries(ids)) assert.ok(id, name)
  return { ids, headers }
}

/** The kinds of the ids in the paths of routes, the first one that fits. */
export const PATH_KINDS: readonly [RegExp, string][] = [
  [/\/bulk-actions\//, 'bulk_action'],
  [/^\/api\/v1\/chats\//, 'conversation'],
  [/^\/api\/v1\/contacts\/merges\//, 'merge'],
  [/^\/api\/v1\/contacts\//, 'person'],
  [/^\/api\/v1\/imports\//, 'import'],
  [/^\/api\/v1\/price-lists\//, 'price_list'],
  [/^\/api\/v1\/erasures\//, 'erasure'],
  [/^\/api\/v1\/data-exports\//, 'data_export'],
  [/^\/api\/v1\/messages\//, 'message'],
  [/^\/api\/v1\/tickets\//, 'ticket'],
  [/^\/api\/v1\/ticket-comments\//, 'comment'],
  [/^\/api\/v1\/ticket-types\//, 'ticket_type'],
  [/^\/api\/v1\/events\//, 'event'],
  [/^\/api\/v1\/notes\//, 'note'],
  [/^\/api\/v1\/tags\//, 'tag'],
  [/^\/api\/v1\/teams\//, 'team'],
  [/^\/api\/v1\/bots\//, 'bot'],
  [/^\/api\/v1\/roles\//, 'role'],
  [/^\/api\/v1\/rules\//, 'rule'],
  [/^\/api\/v1\/macros\//, 'macro'],
  [/^\/api\/v1\/macro-runs\//, 'macro_run'],
  [/^\/api\/v1\/canned-replies\//, 'canned_reply'],
  [/^\/api\/v1\/business-hours\//, 'business_hours'],
  [/^\/api\/v1\/sla-policies\//, 'sla_policy'],
  [/^\/api\/v1\/custom-fields\//, 'custom_field'],
  [/^\/api\/v1\/drafts\//, 'draft'],
  [/^\/api\/app\/held-replies\//, 'held_reply'],
  [/^\/api\/app\/report-schedules\//, 'report_schedule'],
  [/^\/api\/v1\/views\//, 'view'],
  [/^\/api\/developer\/events\//, 'event'],
  [/^\/api\/developer\/webhooks\/deliveries\//, 'delivery'],
  [/^\/api\/developer\/webhooks\/replays\//, 'replay'],
  [/^\/api\/v1\/webhook-replays\//, 'replay'],
  [/^\/api\/(developer|v1)\/webhooks\//, 'endpoint'],
  [/^\/api\/developer\/api-keys\//, 'api_key'],
  [/^\/api\/developer\/request-log\//, 'request'],
  [/^\/api\/developer\/audit-log\//, 'audit_entry'],
  [/^\/api\/(app|developer)\/connected-apps\//, 'app'],
  [/^\/api\/developer\/notices\//, 'notice'],
  [/^\/api\/(developer|v1)\/channels\//, 'channel'],
  [/^\/api\/developer\/inbound\//, 'payload'],
  [/^\/api\/(developer|v1)\/members\//, 'membership'],
  [/^\/api\/developer\/invitations\//, 'invitation'],
  [/^\/api\/developer\/forms\//, 'form'],
  [/^\/api\/developer\/web-chats\//, 'web_chat'],
  [/^\/api\/developer\/sso\/domains\//, 'domain'],
  [/^\/api\/session\/sessions\//, 'session'],
  [/^\/api\/session\/passkeys\//, 'passkey'],
  [/^\/api\/app\/push-devices\//, 'device'],
]

/** Bodies of routes with an id in the path; `own` is another contact of the caller. */
export function pathBodies(own: string): Record<string, Record<string, unknown>> {
  return {
    'PATCH /api/v1/tickets/:id': { title: 'Mine now' },
    'POST /api/v1/tickets/:id/comments': { text: 'Mine now' },
    'POST /api/v1/tickets/:id/customer-updates': { text: 'Mine now' },
    'POST /api/v1/tickets/:id/followers': { membership_id: newId() },
    'POST /api/v1/tickets/:id/links': { ticket_id: newId(), kind: 'relates_to' },
    'POST /api/v1/tickets/:id/attachments': { media_id: newId() },
    'PATCH /api/v1/ticket-comments/:id': { text: 'Mine now' },
    'PATCH /api/v1/contacts/:id': { name: 'Mine now' },
    'POST /api/v1/contacts/:id/merge': { other_id: own },
    'POST /api/v1/contacts/:id/notes': { text: 'Mine now' },
    'PATCH /api/v1/chats/:id': { status: 'closed' },
    'POST /api/v1/chats/:id/notes': { text: 'Mine now' },
    'PATCH /api/v1/notes/:id': { text: 'Mine now' },
    'PATCH /api/v1/tags/:id': { name: 'Mine now' },
    'PATCH /api/v1/ticket-types/:id': { name: 'Mine now' },
    'PATCH /api/v1/teams/:id': { name: 'Mine now' },
    'PATCH /api/v1/bots/:id': { name: 'Mine now' },
    'POST /api/v1/chats/:id/hand-over': { to: { type: 'queue' } },
    'PATCH /api/v1/rules/:id': { name: 'Mine now' },
    'PATCH /api/v1/macros/:id': { name: 'Mine now' },
    'POST /api/v1/macros/:id/run': { conversation_ids: [newId()] },
    'PATCH /api/v1/teams/:id/assignment': { method: 'round_robin' },
    'PATCH /api/v1/teams/:id/away-reply': { pause_hours: 1 },
    'PATCH /api/v1/roles/:id': { name: 'Mine now' },
    'PATCH /api/v1/canned-replies/:id': { text: 'Mine now' },
    'PATCH /api/v1/members/:id': { availability: 'away' },
    'PATCH /api/v1/business-hours/:id': { name: 'Mine now' },
    'PATCH /api/v1/sla-policies/:id': { name: 'Mine now' },
    'PATCH /api/v1/custom-fields/:id': { label: 'Mine now' },
    'PATCH /api/v1/views/:id': { name: 'Mine now' },
    'PATCH /api/v1/webhooks/:id': { description: 'Mine now' },
    'PATCH /api/developer/webhooks/:id': { description: 'Mine now' },
    'PATCH /api/developer/channels/:id': { name: 'Mine now' },
    'PATCH /api/developer/forms/:id': { name: 'Mine now' },
    'PATCH /api/developer/web-chats/:id': { name: 'Mine now' },
    'PATCH /api/session/passkeys/:id': { name: 'Mine now' },
    'PATCH /api/app/push-devices/:id': { show_text: true },
    'PATCH /api/app/report-schedules/:id': { hour: 9 },
    'PATCH /api/developer/members/:id': { role: 'agent' },
  }
}
