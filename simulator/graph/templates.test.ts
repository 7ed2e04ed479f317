import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { TOKEN, startPair, textTo } from '../test/pair.ts'

const NUMBER = '555000111222'
const WABA = '880077'
const headers = { authorization: `Bearer ${TOKEN}` }
const BODY = { type: 'BODY', text: 'Hi {{1}}, your code is {{2}}.' }

async function startWithTemplates(t: TestContext) {
  const numbers = [{ phoneNumberId: NUMBER, wabaId: WABA }]
  const pair = await startPair(t, { strict: true, numbers })
  const graph = (method: string, path: string, body?: unknown) =>
    pair.call(method, `/v24.0/${path}`, body, headers)
  const create = (name: string, more: Record<string, unknown> = {}) =>
    graph('POST', `${WABA}/message_templates`, {
      name,
      language: 'en',
      category: 'UTILITY',
      components: [BODY],
      ...more,
    })
  const move = (id: string, status: string) => pair.call('POST', `/sim/templates/${id}`, { status })
  const sendTemplate = (name: string, components: unknown, code = 'en') =>
    pair.send({
      ...textTo('+15550142277'),
      text: undefined,
      type: 'template',
      template: { name, language: { code }, components },
    })
  return { ...pair, graph, create, move, sendTemplate }
}

const parameters = (...texts: string[]) => [
  { type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) },
]

test('a template is reviewed after a while and the webhook says how it went', async (t) => {
  const { create, call, receiver } = await startWithTemplates(t)
  const good = (await create('order_ready')).body
  assert.equal(good.status, 'PENDING')
  await create('promo_rejected')
  await create('side_by_side', { components: [{ type: 'BODY', text: 'x {{1}}{{2}} y' }] })
  await call('POST', '/sim/time', { advance_ms: 60_000 })
  const caught = await receiver.until((all) => all.length === 3)
  const said = caught.map(({ json }) => json.entry[0].changes[0])
  assert.deepEqual(
    Object.fromEntries(said.map(({ value }) => [value.message_template_name, value.event])),
    { order_ready: 'APPROVED', promo_rejected: 'REJECTED', side_by_side: 'REJECTED' },
  )
  const { value, field } = said.find((one) => one.value.event === 'APPROVED')
  assert.equal(field, 'message_template_status_update')
  assert.equal(String(value.message_template_id), good.id)
  assert.equal(value.reason, 'NONE')
  assert.equal(typeof caught[0]!.json.entry[0].time, 'number')
})

test('each state of a template answers a send with its own code', async (t) => {
  const { create, move, sendTemplate } = await startWithTemplates(t)
  const { id } = (await create('order_ready')).body
  const codes: Record<string, number | undefined> = {}
  for (const status of ['REJECTED', 'PAUSED', 'DISABLED', 'APPROVED']) {
    await move(id, status)
    codes[status] = (await sendTemplate('order_ready', parameters('Ada', '7'))).body.error?.code
  }
  assert.deepEqual(codes, {
    REJECTED: 132001,
    PAUSED: 132015,
    DISABLED: 132016,
    APPROVED: undefined,
  })
  const elsewhere = await sendTemplate('order_ready', parameters('Ada', '7'), 'fr')
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [404, 132001])
  assert.equal((await sendTemplate('nothing', [])).body.error.code, 132001)
})

test('parameters must be as many and of the kind the template says', async (t) => {
  const { create, move, sendTemplate } = await startWithTemplates(t)
  await move((await create('order_ready')).body.id, 'APPROVED')
  const named = [{ type: 'BODY', text: 'Hi {{name}}' }]
  const { id } = (await create('named', { components: named, parameter_format: 'NAMED' })).body
  await move(id, 'APPROVED')
  const header = { type: 'HEADER', format: 'IMAGE' }
  await move((await create('pictured', { components: [header, BODY] })).body.id, 'APPROVED')
  const codeOf = async (name: string, components: unknown) =>
    (await sendTemplate(name, components)).body.error?.code
  assert.equal(await codeOf('order_ready', parameters('Ada')), 132000)
  assert.equal(await codeOf('order_ready', []), 132000)
  assert.equal(await codeOf('order_ready', parameters('Ada', '7', '8')), 132000)
  assert.equal(await codeOf('order_ready', parameters('Ada', 'a\nb')), 132007)
  assert.equal(await codeOf('named', parameters('Ada')), 132012)
  const byName = [
    { type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'Ada' }] },
  ]
  assert.equal(await codeOf('named', byName), undefined)
  const image = { type: 'image', image: { link: 'https://files.example/a.png' } }
  const video = { type: 'video', video: { link: 'https://files.example/a.mp4' } }
  const pictured = (parameter: unknown) =>
    codeOf('pictured', [{ type: 'header', parameters: [parameter] }, ...parameters('Ada', '7')])
  assert.equal(await pictured(image), undefined)
  assert.equal(await pictured(video), 132012)
  const wrong = await sendTemplate('order_ready', parameters('Ada'))
  assert.equal(
    wrong.body.error.error_data.details,
    'body: number of localizable_params (1) does not match the expected number of params (2)',
  )
})

test('a list of templates is filtered and paged without skipping or repeating', async (t) => {
  const { create, graph, call } = await startWithTemplates(t)
  for (let n = 0; n < 7; n += 1)
    await create(`t_${n}`, { category: n % 2 ? 'MARKETING' : 'UTILITY' })
  const names: string[] = []
  let path: string | undefined = `/v24.0/${WABA}/message_templates?limit=3&fields=name`
  while (path) {
    const { body } = await call('GET', path, undefined, headers)
    names.push(...body.data.map((one: { name: string }) => one.name))
    const next: string | undefined = body.paging?.next
    path = next && new URL(next).pathname + new URL(next).search
  }
  assert.deepEqual(names.toSorted(), [
    'hello_world',
    ...Array.from({ length: 7 }, (_, n) => `t_${n}`),
  ])
  const list = async (query: string) =>
    (await graph('GET', `${WABA}/message_templates?${query}`)).body.data.length
  assert.equal(await list('category=MARKETING'), 3)
  assert.equal(await list('name=t_3'), 1)
  assert.equal(await list('status=["PENDING","REJECTED"]'), 7)
  assert.equal(await list('language=fr'), 0)
  assert.equal(await list('name_or_content=YOUR CODE'), 7)
  assert.equal((await graph('GET', `${WABA}/message_templates?after=nonsense`)).status, 400)
})

test('templates are told apart by name and language, changed and removed', async (t) => {
  const { create, graph, call } = await startWithTemplates(t)
  const { id } = (await create('order_ready')).body
  const twin = await create('order_ready')
  assert.equal(twin.status, 400)
  assert.equal(twin.body.error.error_subcode, 2388024)
  assert.ok(twin.body.error.error_user_msg)
  assert.equal((await create('order_ready', { language: 'fr' })).status, 200)
  for (const wrong of [{ name: 'With Spaces' }, { category: 'FUN' }, { components: [] }]) {
    assert.equal((await create('x', wrong)).status, 400)
  }
  await graph('POST', id, { category: 'MARKETING' })
  assert.equal((await graph('GET', `${id}?fields=category`)).body.category, 'MARKETING')
  const rated = await call('POST', `/sim/templates/${id}`, { quality: 'RED', category: 'UTILITY' })
  assert.equal(rated.body.webhooks.length, 2)
  await graph('DELETE', `${WABA}/message_templates?name=order_ready&hsm_id=${id}`)
  const left = (await graph('GET', `${WABA}/message_templates?name=order_ready`)).body.data
  assert.deepEqual(
    left.map((one: { language: string }) => one.language),
    ['fr'],
  )
  assert.equal((await graph('DELETE', `${WABA}/message_templates?name=none`)).status, 400)
})
