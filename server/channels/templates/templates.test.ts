import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openSimulated } from '#test/simulated.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { createChannel } from '../create-channel.ts'
import { readChannel } from '../get-channel.ts'
import { createTemplatesLane } from './create-templates-lane.ts'

const { call, context, sim, open } = await openSimulated()
let own: Awaited<ReturnType<typeof open>>
let headers: Record<string, string>

const create = (name: string, text: string) =>
  sim(`POST /v25.0/${own.businessAccount}/message_templates`, {
    name,
    language: 'en',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text, example: { body_text: [['Meera', 'Monday']] } },
      { type: 'FOOTER', text: 'The shop' },
    ],
  }) as Promise<{ id: string }>
const sync = (id = own.channel.id) =>
  call(`POST /api/developer/channels/${id}/templates/sync`, { headers })
const list = async (query = '') => (await own.get(`/api/v1/templates${query}`)).body.data

before(async () => {
  own = await open()
  headers = (await signInTestMember(call, own.scope)).headers
  await sim('PATCH /sim/settings', { template_review_ms: 0 })
})

describe('templates', () => {
  test('are read from the platform, listed, and shown with their words when they are sent', async () => {
    await create('order_ready', 'Hello {{1}}, come on {{2}}.')
    await waitFor(async () => {
      assert.equal((await sync()).status, 200)
      return (await list('?name=order_ready'))[0]?.can_send || undefined
    })
    const [template] = await list(`?channel_id=${own.channel.id}&status=approved&name=order_ready`)
    assert.deepEqual(
      [template.name, template.language, template.category, template.status],
      ['order_ready', 'en', 'UTILITY', 'APPROVED'],
    )
    assert.equal(template.components[0].text, 'Hello {{1}}, come on {{2}}.')
    const chat = await own.customerWrites()
    const parameters = ['Meera', 'Monday'].map((text) => ({ type: 'text', text }))
    const { body } = await own.send({
      conversation_id: chat.id,
      template: { name: 'order_ready', language: 'en', components: [{ type: 'body', parameters }] },
    })
    assert.equal(body.text, 'Hello Meera, come on Monday.')
    await own.settled(body.id, 'delivered')
    const told = (await own.get(`/api/v1/chats/${chat.id}/can-send`)).body
    assert.equal(told.approved_templates, (await list('?status=APPROVED')).length)
  })

  test('are refused before they are sent where they are known not to be approved', async () => {
    const { id } = await create('winter_sale', 'Half of everything.')
    await waitFor(async () => {
      await sync()
      return (await list('?name=winter_sale'))[0]?.can_send || undefined
    })
    await sim(`POST /sim/templates/${id}`, { status: 'PAUSED' })
    await waitFor(async () => (await list('?name=winter_sale'))[0].status === 'PAUSED' || undefined)
    const chat = await own.customerWrites()
    const answer = await own.send({
      conversation_id: chat.id,
      template: { name: 'winter_sale', language: 'en' },
    })
    assert.deepEqual([answer.status, answer.body.code], [422, 'template_not_usable'])
    const gone = `DELETE /v25.0/${own.businessAccount}/message_templates?name=winter_sale`
    await sim(gone)
    assert.equal((await sync()).body.deleted, 1)
    assert.equal((await list('?name=winter_sale'))[0].status, 'DELETED')
  })

  test('are read by the worker when they are due, and not again before an hour', async () => {
    const other = await open()
    const lane = createTemplatesLane(context)
    const isDue = async () =>
      (await lane.findDue()).some((each) => each.targetId === other.channel.id)
    assert.equal(await isDue(), true)
    await lane.work(
      { workspaceId: other.workspaceId, targetId: other.channel.id, leaseToken: '' },
      new AbortController().signal,
    )
    assert.equal(await isDue(), false)
  })

  test('of a channel that cannot be asked say why', async () => {
    const answer = await sync('00000000-0000-7000-8000-000000000000')
    assert.deepEqual([answer.status, answer.body.code], [404, 'channel_not_found'])
    const { id } = await createChannel(own.scope, {
      type: 'whatsapp',
      account: String(Date.now()),
      business_account: '1',
      access_token: 'sim_expired',
    })
    const refused = await sync(id)
    assert.deepEqual([refused.status, refused.body.code], [502, 'platform_refused'])
    const { templates_error: reason } = await readChannel(own.scope, id)
    assert.match(reason ?? '', /190/)
    await own.scope.db
      .updateTable('channels')
      .set({ business_account: null })
      .where('workspace_id', '=', own.workspaceId)
      .execute()
    const unknown = await sync()
    assert.deepEqual([unknown.status, unknown.body.code], [409, 'business_account_unknown'])
  })
})
