import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openSimulated } from '#test/simulated.ts'
import { waitFor } from '#test/wait-for.ts'

const { context, sim, open } = await openSimulated()
const config = { ...context.config, graphUrl: 'http://127.0.0.1:9' }
const silent = await openTestApi({ ...context, config })

/** Opens a conversation whose customer the platform's agent answers. */
async function openHeld() {
  const own = await open()
  const chat = await own.customerWrites()
  const holderPath = `/sim/threads/${own.account}/${chat.phone.slice(1)}/holder`
  await sim(`PUT ${holderPath}`, { holder: 'agent', reason: 'night shift' })
  const read = async () => (await own.get(`/api/v1/chats/${chat.id}`)).body
  const held = (type: string) =>
    waitFor(async () => ((await read()).holder?.type === type ? read() : undefined))
  await held('platform_agent')
  const atPlatform = async () => (await sim(`GET ${holderPath}`)).holder
  const changes = async () => {
    const { body } = await own.get(`/api/v1/chats/${chat.id}/thread`)
    return body.data
      .filter((each: any) => each.type === 'handed_over')
      .map((each: any) => each.data)
  }
  return { ...own, chat, holderPath, held, atPlatform, changes, read }
}

test('a conversation that the agent holds can be taken over and released, which the thread shows', async () => {
  const { post, chat, atPlatform, changes, held, holderPath } = await openHeld()
  const taken = await post(`/api/v1/chats/${chat.id}/take-over`, {})
  assert.deepEqual([taken.status, taken.body.holder.type], [200, 'workspace'])
  assert.equal(taken.body.holder.other_app, 'platform_agent')
  assert.equal(await atPlatform(), 'business')
  const again = await post(`/api/v1/chats/${chat.id}/take-over`, {})
  assert.deepEqual([again.status, again.body.holder.type], [200, 'workspace'])
  const released = await post(`/api/v1/chats/${chat.id}/release`, {})
  assert.deepEqual([released.status, released.body.holder], [200, null])
  assert.equal(await atPlatform(), null)
  assert.deepEqual(
    (await changes()).map((each: any) => [each.cause, each.holder]),
    [
      ['platform', 'platform_agent'],
      ['taken_over', 'workspace'],
      ['released', null],
    ],
  )
  // The platform reports whole seconds.
  const second = Math.floor(Date.now() / 1000)
  await waitFor(() => Date.now() / 1000 >= second + 1)
  await sim(`PUT ${holderPath}`, { holder: 'agent' })
  await held('platform_agent')
  const refused = await post(`/api/v1/chats/${chat.id}/release`, {})
  assert.deepEqual([refused.status, refused.body.code], [409, 'conversation_not_held'])
})

test('a message takes over from the agent, a template does not', async () => {
  const { send, settled, chat, held, read, changes } = await openHeld()
  const template = { name: 'order_shipped', language: 'en' }
  const sent = await send({ conversation_id: chat.id, template })
  await settled(sent.body.id, 'sent', 'delivered', 'failed')
  assert.equal((await read()).holder.type, 'platform_agent')
  const { body } = await send({ conversation_id: chat.id, message: 'Hello, a human here.' })
  await settled(body.id, 'delivered')
  await held('workspace')
  assert.equal((await changes()).at(-1).cause, 'message')
})

test('what the platform refuses or cannot do changes nothing, and says why', async () => {
  const { key, post, chat, read, scope, account } = await openHeld()
  for (const [verb, holder] of [
    ['take-over', 'platform_agent'],
    ['release', 'workspace'],
  ] as const) {
    const path = `/api/v1/chats/${chat.id}/${verb}`
    const fault = { code: 2494191, phone_number_id: account, manner: 'refused', times: 1 }
    await sim('POST /sim/faults', fault)
    const refused = await post(path, {})
    assert.deepEqual([refused.status, refused.body.code], [502, 'platform_refused'])
    assert.match(refused.body.detail, /escalation app.*2494191/)
    const unheard = await silent.call(`POST ${path}`, { key, body: {} })
    assert.deepEqual([unheard.status, unheard.body.code], [503, 'platform_unavailable'])
    assert.equal((await read()).holder.type, holder)
    if (verb === 'take-over') assert.equal((await post(path, {})).status, 200)
  }
  await scope.db
    .updateTable('channels')
    .set({ type: 'messenger' })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  for (const verb of ['take-over', 'release']) {
    const unsupported = await post(`/api/v1/chats/${chat.id}/${verb}`, {})
    assert.deepEqual([unsupported.status, unsupported.body.code], [422, 'handover_not_supported'])
  }
})

test('with the agent switched on, everything that it does becomes the conversation', async () => {
  const own = await open()
  await sim('PATCH /sim/settings', { business_agent: true })
  const chat = await own.customerWrites()
  await sim('PATCH /sim/settings', { business_agent: false })
  await sim('POST /sim/agent/replies', {
    to: chat.phone,
    phone_number_id: own.account,
    text: 'I am the agent.',
  })
  await sim('POST /sim/calls', {
    from: chat.phone,
    phone_number_id: own.account,
    outcome: 'answered',
    duration: 75,
  })
  const texts = await waitFor(async () => {
    const { body } = await own.get(`/api/v1/chats/${chat.id}/messages`)
    const shown = body.data.map((each: any) => [each.text, each.standby, each.status])
    return shown.some(([text]: [string]) => text === 'Call (1:15)') && shown
  })
  assert.deepEqual(texts.toSorted(), [
    ['Call (1:15)', false, 'received'],
    ['Do you deliver?', true, 'received'],
    ['I am the agent.', true, 'delivered'],
  ])
})
