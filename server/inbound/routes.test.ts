import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { createTestWorkspace } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open, deliver, work } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

const adminOf = async (scope: Scope) => (await signInTestMember(call, scope)).headers

test('every payload is listed and shown with the outcome of each item', async () => {
  const { scope, account, receive } = await open()
  const headers = await adminOf(scope)
  const id = wamid()
  const bad = { from: 'nobody', timestamp: '1', type: 'text' }
  await receive(
    payloadOf(
      account,
      textFrom(newWaId(), 'Hello', { id }),
      { messages: [bad] },
      statusOf('wamid.none', 'read', now),
    ),
  )
  const { body } = await call('GET /api/developer/inbound?status=failed', { headers })
  assert.equal(body.data.length, 1)
  const [listed] = body.data
  assert.deepEqual(
    [listed.platform, listed.status, listed.error, listed.attempts],
    ['whatsapp', 'failed', 'message: no_id', 1],
  )
  assert.deepEqual(listed.results, { recorded: 1, failed: 1, parked: 1 })
  assert.ok(listed.accounts.includes(account))
  const [contact] = await rowsOf(scope, 'people')
  assert.deepEqual(
    [listed.contact.id, listed.contact.phone_e164, listed.text],
    [contact.id, contact.phone_e164, 'Hello'],
  )
  const detail = (await call(`GET /api/developer/inbound/${listed.id}`, { headers })).body
  const [message] = await rowsOf(scope, 'messages')
  assert.deepEqual(
    detail.items.map((item: any) => [item.kind, item.result, item.reason, item.message_id]),
    [
      ['message', 'recorded', undefined, message.id],
      ['message', 'failed', 'no_id', undefined],
      ['status', 'parked', undefined, null],
    ],
  )
  assert.equal(detail.payload.entry[0].changes.length, 3)
  assert.deepEqual(JSON.parse(detail.body), detail.payload)
})

test('the log is filtered by platform, status, channel, time and outcome', async () => {
  const { scope, account, channel, receive } = await open()
  const page = await createChannel(scope, { type: 'messenger', account: `9${account}` })
  const headers = await adminOf(scope)
  await receive(payloadOf(account, textFrom(newWaId(), 'one')))
  await receive(payloadOf(account, statusOf(wamid(), 'read', now)))
  const event = {
    object: 'page',
    entry: [
      {
        id: page.account,
        messaging: [
          {
            sender: { id: '77' },
            recipient: { id: page.account },
            timestamp: now * 1000,
            message: { mid: wamid(), text: 'hi' },
          },
        ],
      },
    ],
  }
  await deliver(event, 'messenger')
  const count = async (query: string) => {
    const { body } = await call(`GET /api/developer/inbound?${query}`, { headers })
    return body.data.length
  }
  assert.equal(await count(''), 3)
  assert.equal(await count('platform=messenger'), 1)
  assert.equal(await count('platform=messenger,whatsapp'), 3)
  assert.equal(await count(`channel_id=${channel.id}`), 2)
  assert.equal(await count(`channel_id=${page.id}`), 1)
  assert.equal(await count('status=pending'), 1)
  assert.equal(await count('status=processed'), 2)
  assert.equal(await count('result=parked'), 1)
  assert.equal(await count('result=recorded,parked'), 2)
  const soon = new Date(Date.now() + 60_000).toISOString()
  assert.equal(await count(`since=${soon}`), 0)
  assert.equal(await count(`until=${soon}`), 3)
  for (const query of ['status=nonsense', 'platform=fax', 'result=x', 'since=now'])
    assert.equal((await call(`GET /api/developer/inbound?${query}`, { headers })).status, 422)
})

test('processing a payload again changes nothing that was recorded', async () => {
  const { scope, account, receive, work: again } = await open()
  const headers = await adminOf(scope)
  await receive(payloadOf(account, textFrom(newWaId(), 'once'), statusOf(wamid(), 'read', now)))
  const before = await Promise.all([
    rowsOf(scope, 'messages'),
    rowsOf(scope, 'chats'),
    rowsOf(scope, 'events'),
  ])
  const [payload] = await rowsOf(scope, 'inbound_payloads')
  for (const _ of [1, 2]) {
    const path = `/api/developer/inbound/${payload.id}/reprocess`
    const answer = await call(`POST ${path}`, { headers, body: {} })
    assert.deepEqual([answer.status, answer.body.status], [202, 'pending'])
    await again()
  }
  const after = await Promise.all([
    rowsOf(scope, 'messages'),
    rowsOf(scope, 'chats'),
    rowsOf(scope, 'events'),
  ])
  assert.deepEqual(after, before)
  const detail = (await call(`GET /api/developer/inbound/${payload.id}`, { headers })).body
  assert.deepEqual(detail.results, { recorded: 1, repeated: 1 })
  assert.equal(detail.status, 'processed')
})

test('only failed payloads that match the filter are reprocessed', async () => {
  const { scope, account, receive, work: again } = await open()
  const headers = await adminOf(scope)
  await receive(payloadOf(account, textFrom(newWaId(), 'fine')))
  await receive(payloadOf(account, { messages: [{ id: wamid(), type: 'text' }] }))
  const path = 'POST /api/developer/inbound/reprocess'
  assert.deepEqual((await call(path, { headers, body: {} })).body, { offered: 1 })
  await again()
  assert.deepEqual((await call(path, { headers, body: { platform: 'form' } })).body, { offered: 0 })
  const failed = await call('GET /api/developer/inbound?status=failed', { headers })
  assert.equal(failed.body.data.length, 1)
})

test('payloads that arrived before their channel are processed when it is connected', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Math.floor(1e12 + Math.random() * 9e12))
  await deliver(payloadOf(account, textFrom(newWaId(), 'too early')))
  assert.equal((await rowsOf(scope, 'messages')).length, 0)
  await createChannel(scope, { type: 'whatsapp', account })
  await work(NO_WORKSPACE)
  await work(workspaceId)
  assert.deepEqual(
    (await rowsOf(scope, 'messages')).map((message) => message.text),
    ['too early'],
  )
  assert.equal(await work(NO_WORKSPACE), null)
})

test('a payload of no workspace is shown only to the workspace that it names', async () => {
  const { scope, account, receive } = await open()
  const headers = await adminOf(scope)
  await receive(payloadOf(account, textFrom(newWaId(), 'mine')))
  const stranger = String(Math.floor(1e12 + Math.random() * 9e12))
  await deliver(payloadOf(stranger, textFrom(newWaId(), 'not yours')))
  const { body } = await call('GET /api/developer/inbound', { headers })
  assert.ok(body.data.every((payload: any) => payload.status !== 'unrouted'))
  const nobodys = await rowsOf({ ...scope, workspaceId: NO_WORKSPACE }, 'inbound_payloads')
  const unrouted = nobodys.find((row) => row.labels.includes(`account:whatsapp:${stranger}`))
  assert.ok(unrouted)
  for (const path of ['', '/reprocess']) {
    const line = `${path ? 'POST' : 'GET'} /api/developer/inbound/${unrouted.id}${path}`
    const answer = await call(line, { headers, ...(path && { body: {} }) })
    assert.equal(answer.body.code, 'payload_not_found')
  }
})

test('reports of a business account reach the workspaces with a number of it, also earlier reports', async () => {
  const { scope, account, receive } = await open()
  const business = String(Math.floor(1e12 + Math.random() * 9e12))
  const update = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: business,
        time: now,
        changes: [
          {
            field: 'message_template_status_update',
            value: {
              event: 'APPROVED',
              message_template_id: 42,
              message_template_name: 'welcome',
              message_template_language: 'en',
            },
          },
        ],
      },
    ],
  }
  await deliver(update)
  assert.equal((await rowsOf(scope, 'channel_events')).length, 0)
  const message = payloadOf(account, textFrom(newWaId(), 'hi'))
  ;(message['entry'] as { id: string }[])[0]!.id = business
  await receive(message)
  await work(NO_WORKSPACE)
  await work(scope.workspaceId)
  const [template] = await scope.db
    .selectFrom('templates')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual([template?.name, template?.status], ['welcome', 'APPROVED'])
  await deliver({ ...update, entry: [{ ...update.entry[0], time: now + 1 }] })
  await work(scope.workspaceId)
  assert.equal((await rowsOf(scope, 'channel_events')).length, 2)
})

test('reprocessing a payload fetches its failed file again', async () => {
  const { scope, account, receive } = await open()
  const headers = await adminOf(scope)
  const image = { id: '900', mime_type: 'image/png' }
  const message = { from: newWaId(), id: wamid(), timestamp: String(now), type: 'image', image }
  await receive(payloadOf(account, { messages: [message] }))
  await scope.db
    .updateTable('media_files')
    .set({ status: 'failed', error: 'gone', attempts: 3 })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const [payload] = await rowsOf(scope, 'inbound_payloads')
  await call(`POST /api/developer/inbound/${payload.id}/reprocess`, { headers, body: {} })
  const [file] = await rowsOf(scope, 'media_files')
  assert.deepEqual([file.status, file.error, file.attempts], ['pending', null, 0])
})
