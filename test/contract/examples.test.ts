import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BODY_EXAMPLES, EXAMPLE_IDS, QUERY_EXAMPLES } from '#api-examples.ts'
import { createImportLane } from '#contacts/imports/create-import-lane.ts'
import { createExportLane } from '#data-exports/create-export-lane.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { createIngest } from '#ingest.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { sign } from '#platforms/fixtures/payload-of.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestBot } from '#test/bots.ts'
import { createTestChat, createTestPerson } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { openSimulated } from '#test/simulated.ts'
import { explainBeside } from '#test/statements/explain-beside.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { waitFor } from '#test/wait-for.ts'
import { sendTestMessage, startTestBulk } from './factories.ts'
import { PLAIN_EXAMPLES, TICKET_EXAMPLES, UPLOADS } from './plain-examples.ts'
import { openQueue } from './open-queue.ts'
import { readOperations } from './read-operations.ts'
import type { Operation } from './read-operations.ts'
import { visitWebChat } from './visit-web-chat.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-examples-'))
after(() => rm(dataDir, { recursive: true }))
const beside = explainBeside(2_000)
const { app, call, context, open, sim } = await openSimulated({ dataDir }, beside.prepare)
const ingest = createIngest(context)
await ingest.ready()
after(() => ingest.close())

const { body: description } = await call('GET /openapi.json')
const operations = readOperations(description)
const own = await open()
const { scope, workspaceId, key } = own
const held = await own.customerWrites()
const { headers: admin, membershipId } = await signInTestMember(call, scope)
const chat = (await own.get(`/api/v1/chats/${held.id}`)).body
const signal = new AbortController().signal

/** The real resources, by the kind that the examples name. */
const ids: Record<string, string> = {
  conversation: held.id,
  contact: chat.person.id,
  other_contact: (await createTestPerson(scope, { name: 'Meera I.' })).id,
  member: membershipId,
  media: await storeTestUpload(scope),
  erased: (await createTestPerson(scope)).id,
}
const executed = new Set<string>()

/**
 * Sends the example of an operation, with `id` as its path parameter, and expects its documented success. An operation that
 * takes an idempotency key is repeated, and must return the same response.
 */
async function send(operationId: string, id?: string, by = key) {
  const operation = operations.get(operationId)!
  const path = toPath(operation, id)
  const idempotencyKey = newId()
  const isOfSession = operation.path.startsWith('/api/developer/')
  const example = operation.requestBody?.content['application/json']?.example
  const body = example === undefined ? undefined : JSON.parse(toReal(JSON.stringify(example)))
  const upload = operation.requestBody?.content['multipart/form-data'] && UPLOADS[operationId]
  const { body: bytes = body, headers = {} } = upload ? csvUpload(...upload) : {}
  const { isIdempotent } = operation
  const request = () =>
    call(`${operation.method} ${path}`, {
      ...(!isOfSession && { key: by }),
      ...(bytes !== undefined && { body: bytes }),
      headers: {
        ...headers,
        ...(isOfSession && admin),
        ...(isIdempotent && { 'idempotency-key': idempotencyKey }),
      },
    })
  const answer = await request()
  expectSuccess(operation, answer.status, answer.text)
  if (isIdempotent) {
    const repeated = await request()
    assert.equal(repeated.headers['idempotent-replayed'], 'true', operationId)
    assert.equal(repeated.text, answer.text)
  }
  return answer
}

function expectSuccess({ operationId, responses }: Operation, status: number, text: string): void {
  const expected = Object.keys(responses).filter((each) => each.startsWith('2'))
  assert.ok(expected.includes(String(status)), `${operationId} answered ${status}: ${text}`)
  executed.add(operationId)
}

/** Returns the path of an operation with the query of its example. */
function toPath({ path, parameters = [] }: Operation, id: string | undefined): string {
  const query = new URLSearchParams()
  for (const { name, in: place, example } of parameters)
    if (place === 'query' && example !== undefined)
      query.set(name, toReal([example].flat().join(',')))
  const parts: Record<string, string | undefined> = {
    media_id: ids['media'],
    membership_id: ids['member'],
    link_id: ids['link'],
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = parts[name] ?? id
    assert.ok(part, path)
    return part
  })
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Replaces the invented ids of an example by real ones. */
function toReal(text: string): string {
  return Object.entries(EXAMPLE_IDS).reduce(
    (replaced, [kind, id]) => replaced.replaceAll(id, ids[kind] ?? id),
    text,
  )
}

/** Creates a resource by the example of an operation and returns its id. */
const create = async (operationId: string, id?: string): Promise<string> =>
  (await send(operationId, id)).body.id

test('examples about conversations, notes, tags, replies and views', async () => {
  for (const operationId of PLAIN_EXAMPLES) await send(operationId)
  ids['tag'] = await create('createTag')
  for (const operationId of [
    'getConversation',
    'listSlaTargets',
    'updateConversation',
    'readThread',
    'markMentionsSeen',
    'checkCanSend',
    'listMessages',
    'markConversationRead',
    'showTyping',
  ])
    await send(operationId, ids['conversation'])
  for (const [name, operationId, parent] of [
    ['Note', 'createNote', ids['conversation']],
    ['CannedReply', 'createCannedReply', undefined],
    ['View', 'createView', undefined],
    ['Team', 'createTeam', undefined],
    ['TicketType', 'createTicketType', undefined],
    ['Bot', 'createBot', undefined],
    ['Role', 'createRole', undefined],
    ['BusinessHours', 'createBusinessHours', undefined],
    ['SlaPolicy', 'createSlaPolicy', undefined],
  ] as const) {
    const id = await create(operationId, parent)
    if (operations.has(`get${name}`)) await send(`get${name}`, id)
    await send(`update${name}`, id)
    await send(`delete${name}`, id)
  }
  for (const about of ['getMember', 'updateMember', 'setMemberPicture', 'deleteMemberPicture'])
    await send(about, membershipId)
  await send('updateTag', ids['tag'])
  const field = await create('createCustomField')
  for (const name of ['updateCustomField', 'archiveCustomField']) await send(name, field)
})

test('examples about ratings', async () => {
  for (const about of ['getCsatSettings', 'updateCsatSettings', 'listRatings']) await send(about)
})

test('examples about the assignment and the away reply of a team', async () => {
  const teamId = await openQueue(call, own, membershipId)
  for (const about of [
    'getTeamAssignment',
    'getTeamQueue',
    'takeConversation',
    'updateTeamAssignment',
    'getTeamAwayReply',
    'updateTeamAwayReply',
  ])
    await send(about, teamId)
})

test('examples about rules and macros', async () => {
  const rule = await create('createRule')
  for (const about of ['getRule', 'updateRule', 'tryRule', 'listRuleFirings', 'getRuleLog'])
    await send(about, rule)
  await send('getConversationRules', ids['conversation'])
  await send('deleteRule', rule)
  const macro = await create('createMacro')
  for (const about of ['getMacro', 'updateMacro']) await send(about, macro)
  await send('undoMacroRun', (await send('runMacro', macro)).body.id)
  await send('deleteMacro', macro)
})

test('examples about bots', async () => {
  await send('listBots')
  const { id } = await createTestChat(scope)
  await send('handOverConversation', id)
  const bot = await createTestBot(scope)
  await call(`PATCH /api/v1/chats/${id}`, { key, body: { assignee_id: bot.id } })
  await send('finishBotTurn', id, bot.key)
})

test('examples about the key and channels', async () => {
  await send('getMe')
  await send('getChannel', (await send('listChannels')).body.data[0].id)
})

test('examples about messages', async () => {
  ids['message'] = await create('sendMessage')
  await own.settled(ids['message'], 'sent', 'delivered', 'read')
  await send('getMessage', ids['message'])
  await send('getMessageTrail', ids['message'])
  await send('findMessages')
  await send('sendMessages')
  await send('checkCanSendToContact')
  await send('listDrafts')
  await send('sendDraft', await create('createDraft'))
  await send('discardDraft', await create('createDraft'))
  // On a channel without an access token, so that no platform reports something else about it.
  const { id: conversationId } = await createTestChat(scope)
  const failed = await sendTestMessage(call, scope, key, conversationId)
  await context.db
    .updateTable('messages')
    .set({ status: 'failed', error_code: '131000', error_message: 'It failed.' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', failed.id)
    .execute()
  await send('retryMessage', failed.id)
  const holder = `/sim/threads/${own.account}/${held.phone.slice(1)}/holder`
  await sim(`PUT ${holder}`, { holder: 'agent', reason: 'night shift' })
  await waitFor(async () => {
    const { body } = await own.get(`/api/v1/chats/${held.id}`)
    return body.holder?.type === 'platform_agent' ? body : undefined
  })
  await send('takeOverConversation', held.id)
  await send('releaseConversation', held.id)
  await send('uploadMedia')
})

test('examples about contacts', async () => {
  await create('createContact')
  await send('createContacts')
  for (const operationId of [
    'listContacts',
    'exportContacts',
    'exportSelectedContacts',
    'listErasures',
    'listDataExports',
  ])
    await send(operationId)
  for (const operationId of [
    'getContact',
    'updateContact',
    'createContactNote',
    'listTimeline',
    'previewMerge',
    'blockContact',
    'unblockContact',
    'optOutContact',
    'optInContact',
  ])
    await send(operationId, ids['contact'])
  const merge = await send('mergeContacts', ids['contact'])
  await send('undoMerge', merge.body.merge?.id ?? merge.body.id)
  const erasure = await create('eraseContact', ids['erased'])
  await send('getErasure', erasure)
  const id = await create('exportContactData', ids['contact'])
  const lane = createExportLane(context, { storage: createMediaStorage(context.config) } as never)
  // A turn ends after some time, also before the export does.
  await waitFor(async () => {
    await lane.work({ workspaceId, targetId: id, leaseToken: newId(), wakes: 0 } as never, signal)
    return (await send('getDataExport', id)).body.status === 'completed'
  })
  await send('downloadDataExport', id)
})

test('examples about imports', async () => {
  await send('listImports')
  const lane = createImportLane(context)
  const id = await create('createImport')
  const work = () =>
    lane.work({ workspaceId, targetId: id, leaseToken: newId(), wakes: 0 } as never, signal)
  await send('getImport', id)
  await send('checkImport', id)
  await work()
  await send('startImport', id)
  await work()
  await send('listImportRejects', id)
  await send('exportImportRejects', id)
  await send('cancelImport', await create('createImport'))
})

test('examples about tickets', async () => {
  ids['ticket'] = await create('createTicket')
  ids['other_ticket'] = await create('createTicket')
  for (const operationId of TICKET_EXAMPLES.lists) await send(operationId)
  for (const operationId of TICKET_EXAMPLES.ofOne) await send(operationId, ids['ticket'])
  ids['link'] = await create('createTicketLink', ids['ticket'])
  for (const about of ['listTicketLinks', 'deleteTicketLink']) await send(about, ids['ticket'])
  const comment = await create('createTicketComment', ids['ticket'])
  await send('updateTicketComment', comment)
  await send('deleteTicketComment', comment)
})

test('examples about bulk actions', async () => {
  for (const name of ['Conversation', 'Ticket', 'Contact']) {
    const id = await create(`create${name}BulkAction`)
    await send(`list${name}BulkActions`)
    await send(`countMatching${name}s`)
    await send('getBulkAction', id)
    await send('listBulkActionItems', id)
  }
  await send('cancelBulkAction', await startTestBulk(call, key))
  await send('undoBulkAction', await startTestBulk(call, key))
  await send('deleteTag', ids['tag'])
})

test('examples about reports and prices', async () => {
  for (const name of [
    'Message',
    'Response',
    'Sla',
    'Ticket',
    'Lead',
    'Cost',
    'Rating',
    'Bot',
    'Delivery',
  ]) {
    const many = { Delivery: 'Deliveries', Sla: 'Sla' }[name] ?? `${name}s`
    await send(`report${many}`)
    await send(`export${name}Report`)
  }
  for (const about of ['getBoard', 'reportWork', 'exportWorkReport']) await send(about)
  await send('listPriceLists')
  const id = await create('createPriceList')
  for (const about of ['getPriceList', 'exportPriceList', 'deletePriceList']) await send(about, id)
})

test('examples about events and webhooks', async () => {
  const { body } = await send('listEvents')
  const event: string = body.data[0].id
  await send('getEvent', event)
  const stream = operations.get('streamEvents')!
  const response = await app.inject({
    url: stream.path,
    headers: { authorization: `Bearer ${key}` },
    payloadAsStream: true,
  })
  expectSuccess(stream, response.statusCode, '')
  response.stream().destroy()
  await send('listWebhooks')
  const webhook = await create('createWebhook')
  for (const operationId of [
    'getWebhook',
    'updateWebhook',
    'testWebhook',
    'listWebhookDeliveries',
    'rotateSigningSecret',
  ])
    await send(operationId, webhook)
  const { body: replay } = await send('replayWebhook', webhook)
  await send('listWebhookReplays')
  for (const verb of ['get', 'pause', 'resume', 'cancel'])
    await send(`${verb}WebhookReplay`, replay.id)
  await send('deleteWebhook', webhook)
  await send('listWebhookEndpoints')
  ids['endpoint'] = await create('createWebhookEndpoint')
  for (const verb of ['get', 'update', 'test'])
    await send(`${verb}WebhookEndpoint`, ids['endpoint'])
  for (const operationId of ['listDeliveries', 'resendEvent']) await send(operationId, event)
  await send('deleteWebhookEndpoint', ids['endpoint'])
})

test('examples of the ingest routes', async () => {
  const { token } = await createForm(scope, { name: 'Website' })
  const inject = async (
    operationId: string,
    given: { headers?: Record<string, string>; id?: string; query?: string },
  ) => {
    const operation = operations.get(operationId)!
    const payload = JSON.stringify(operation.requestBody?.content['application/json']!.example)
    const answer = await ingest.inject({
      method: operation.method as 'GET' | 'POST',
      url: `${toPath(operation, given.id)}${given.query ?? ''}`,
      ...(payload !== undefined && { payload }),
      headers: {
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'x-hub-signature-256': sign(payload),
        }),
        ...given.headers,
      },
    })
    expectSuccess(operation, answer.statusCode, answer.body)
  }
  await inject('submitForm', { headers: { 'x-form-token': token } })
  await inject('submitFormByToken', { id: token })
  await inject('receivePlatformPayload', { id: 'whatsapp' })
  const verify = { 'hub.mode': 'subscribe', 'hub.verify_token': 'test_verify_token' }
  const query = new URLSearchParams({ ...verify, 'hub.challenge': '1158201444' })
  await inject('verifyPlatformWebhook', { id: 'whatsapp', query: `?${query}` })
})

test('examples about the widget of a web chat', () =>
  visitWebChat(scope, ingest, (operationId, publicId) => {
    const operation = operations.get(operationId)!
    const example = operation.requestBody?.content['application/json']?.example
    return {
      method: operation.method,
      url: toPath(operation, publicId),
      example: example && toReal(JSON.stringify(example)),
      expectSuccess: (status, text) => expectSuccess(operation, status, text),
    }
  }))

test('beside many small workspaces, no operation reads rows of all of them', async () => {
  assert.deepEqual(await beside.findLarge(), [])
})

test('every operation of the description was executed with its example', () => {
  for (const operationId of [...Object.keys(BODY_EXAMPLES), ...Object.keys(QUERY_EXAMPLES)])
    assert.ok(operations.has(operationId), operationId)
  assert.deepEqual(
    [...operations.keys()].filter((operationId) => !executed.has(operationId)),
    [],
  )
})
