import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '#lib/ids.ts'
import { createCall } from '../call.ts'
import { startReceiver } from '../receiver.ts'
import type { CaughtRequest, Receiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { readCaches } from './caches.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
const details = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Creates an endpoint for a test by the API; its receiver answers 200 by default. */
async function setUpEndpoint(
  events: string[],
  more: Record<string, unknown> = {},
): Promise<{ id: string; url: string; secret: string; receiver: Receiver }> {
  const receiver = await startReceiver()
  const url = `${receiver.url}/hook`
  const { status, body } = await admin('POST /api/developer/webhooks', {
    body: { url, events, ...more },
  })
  assert.equal(status, 201)
  return { id: body.id, url, secret: body.secret, receiver }
}

async function createTicket(title: string): Promise<void> {
  const person = await product.api('POST /api/v1/contacts', { body: { name: 'Asha Rao' } })
  const ticket = { person_id: person.body.id, title }
  assert.equal((await product.api('POST /api/v1/tickets', { body: ticket })).status, 201)
}

function isSigned(request: CaughtRequest, secret: string): boolean {
  const header = String(request.headers['x-service-signature'])
  const [, timestamp] = /t=(\d+)/.exec(header) ?? []
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), request.body])
  return header.includes(`v1=${createHmac('sha256', secret).update(signed).digest('hex')}`)
}

test('a key is created with chosen scopes, its secret works, and is nowhere once its dialog is closed', async () => {
  const { page, problems } = await open('/developer/keys')
  await button(page, 'Create API key').first().click()
  await dialog(page).getByLabel('Name').fill('Price board')
  await dialog(page).getByLabel('Custom').check()
  await dialog(page).getByRole('checkbox', { name: 'chats:read' }).check()
  await dialog(page).getByLabel('Allowed addresses').fill('127.0.0.0/8, ::1')
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Create API key').last().click()
  const shown = dialog(page).getByLabel('API key', { exact: true })
  await shown.waitFor()
  const secret = (await shown.textContent())!
  assert.match(secret, /^sk_live_\w{42}$/)
  assert.deepEqual(await findViolations(page), [])
  const call = createCall(product.url, { authorization: `Bearer ${secret}` })
  assert.equal((await call('GET /api/v1/chats')).status, 200)
  assert.equal((await call('GET /api/v1/contacts')).status, 403)

  await button(page, 'Done').click()
  await page.getByText('Price board').waitFor()
  await shown.waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(secret))
  await page.getByRole('link', { name: 'Price board' }).click()
  await details(page, 'Price board').waitFor()
  await page.getByText('127.0.0.0/8 and ::1').waitFor()
  assert.deepEqual(await findViolations(page), [])
  const caches = await readCaches(page)
  assert.match(caches, /Price board/, 'the caches are really read')
  assert.ok(!caches.includes(secret))

  await button(page, 'Rotate Price board').click()
  await dialog(page).getByLabel('The old key expires').selectOption({ label: 'In 7 days' })
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Rotate').last().click()
  await shown.waitFor()
  const rotated = createCall(product.url, { authorization: `Bearer ${await shown.textContent()}` })
  for (const each of [call, rotated]) assert.equal((await each('GET /api/v1/chats')).status, 200)
  await button(page, 'Done').click()
  await shown.waitFor({ state: 'detached' })

  await button(page, 'Revoke Price board').nth(1).waitFor()
  await button(page, 'Revoke Price board').first().click()
  await button(page, 'Revoke').last().click()
  await waitFor(async () => (await rotated('GET /api/v1/chats')).status === 401)
  await page.getByText('Revoked “Price board”.').waitFor()
  assert.equal((await call('GET /api/v1/chats')).status, 200)
  assert.deepEqual(problems, [])
})

test('an endpoint is added, a mistyped URL said at its field, and a test send shows the whole exchange', async () => {
  const receiver = await startReceiver((_request, response) => {
    response.setHeader('x-shop', 'Lantern').end('{"thanks":"‮<b>you</b>"}')
  })
  const { page, problems } = await open('/developer/webhooks')
  await button(page, 'Add endpoint').first().click()
  await dialog(page).getByLabel('URL').fill('https://user:secret@example.com/')
  await button(page, 'Add endpoint').last().click()
  await waitFor(
    async () =>
      (await dialog(page).getByLabel('URL').getAttribute('aria-invalid')) === 'true' || undefined,
  )
  await dialog(page).getByLabel('URL').fill(`${receiver.url}/orders`)
  await dialog(page).getByRole('checkbox', { name: 'message.received' }).check()
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Add endpoint').last().click()
  const secret = (await dialog(page).getByLabel('Signing secret').textContent())!
  assert.match(secret, /^whsec_\w{48}$/)
  await button(page, 'Done').click()
  await heading(page, `127.0.0.1:${new URL(receiver.url).port}/orders`)
  assert.ok(!(await readCaches(page)).includes(secret))

  await button(page, 'Send test').click()
  await dialog(page).getByLabel('Event type').selectOption('message.received')
  await dialog(page).getByRole('button', { name: 'Send test' }).click()
  await dialog(page)
    .getByText(/^Response 200 in [\d,]+ ms$/)
    .waitFor()
  const [request] = await receiver.waitFor(1)
  assert.ok(isSigned(request!, secret))
  const text = await dialog(page).innerText()
  assert.ok(text.includes(String(request!.headers['x-service-signature'])), 'request headers')
  assert.ok(text.includes('"type": "message.received"'), 'request body')
  assert.ok(text.includes('x-shop: Lantern'), 'response headers')
  assert.ok(text.includes('"thanks": "\\u202e<b>you</b>"'), 'response body, inertly')
  assert.match(text, /Connect\s*[\d.,]+ ms/)
  assert.match(text, /Total\s*[\d.,]+ ms/)
  assert.deepEqual(await findViolations(page), [])

  receiver.respondWith((_request, response) => response.writeHead(401).end())
  await button(page, 'Send again').click()
  await dialog(page).getByText('asked for authentication (401)').waitFor()
  await dialog(page).getByText('Remove the authentication for this path').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})

test('an endpoint is changed, its secret rotated with an overlap that can be ended, disabled, enabled and deleted', async () => {
  const { id, secret, receiver } = await setUpEndpoint(['ticket.created'])
  const { page, problems } = await open(`/developer/webhooks/${id}`)
  await button(page, 'Edit').click()
  await dialog(page).getByLabel('Description').fill('Orders')
  await dialog(page).getByRole('checkbox', { name: 'ticket.updated' }).check()
  await button(page, 'Save').click()
  await page.getByText('A ticket was updated.').waitFor()

  const choose = async (name: string) => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name }).click()
  }
  const send = async () => {
    const { status } = await admin(`POST /api/developer/webhooks/${id}/test`, { body: {} })
    assert.equal(status, 200)
    return receiver.requests.at(-1)!
  }
  await choose('Rotate secret')
  await button(page, 'Rotate secret').click()
  const next = (await dialog(page).getByLabel('Signing secret').textContent())!
  await button(page, 'Done').click()
  await page.getByText('We also sign with the old secret until').waitFor()
  const during = await send()
  assert.ok(isSigned(during, secret) && isSigned(during, next))
  assert.ok(!(await readCaches(page)).includes(next))
  await button(page, 'Expire old secrets').click()
  await dialog(page).getByRole('button', { name: 'Expire old secrets' }).click()
  await page.getByText('Old secrets expired.').waitFor()
  const after = await send()
  assert.ok(!isSigned(after, secret) && isSigned(after, next))

  await choose('Disable')
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await button(page, 'Enable').click()
  await page.getByText('Endpoint enabled. Pending deliveries are being sent.').waitFor()
  await choose('Delete endpoint')
  await dialog(page).getByRole('button', { name: 'Delete endpoint' }).click()
  await page.waitForURL(/\/developer\/webhooks$/)
  assert.equal((await admin(`GET /api/developer/webhooks/${id}`)).status, 404)
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('404')),
    [],
  )
})

test('deliveries come in live, are filtered in the address, and one is looked into, repeated by curl and sent again', async () => {
  const { id, url, receiver, secret } = await setUpEndpoint(['ticket.created'])
  const { page, context, problems } = await open('/developer/deliveries')
  await chooseFilter(page, 'Endpoint', url.replace('http://', ''))
  await page.waitForURL(new RegExp(`endpoint=.*${id}`))
  await page.getByText('No matching deliveries').waitFor()
  await createTicket('Left shoe only')
  const row = page.getByRole('link', { name: 'ticket.created' })
  await row.waitFor()
  await chooseFilter(page, 'Status', 'Failed')
  await page.getByText('No matching deliveries').waitFor()
  await chooseFilter(page, 'Status', 'Delivered')
  await page.reload()
  await row.click()
  await details(page, 'Delivery of ticket.created').waitFor()
  await page.getByText('Delivered on the first attempt.').waitFor()
  const text = await page.locator('main').innerText()
  assert.ok(text.includes('"title": "Left shoe only"'), 'the payload')
  assert.match(text, /Attempt 1\s+Response 200 in [\d,]+ ms/)
  assert.match(text, /Waiting for response\s*[\d.,]+ ms/)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy as curl').click()
  await page.getByText(/^Copied. The signature is valid until/).waitFor()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  if (spawnSync('sh', ['-c', 'command -v curl']).status === 0) {
    const before = receiver.requests.length
    assert.equal(spawnCommand(command), 0)
    const requests = await receiver.waitFor(before + 1)
    assert.ok(requests.slice(before).some((request) => isSigned(request, secret)))
  }
  const before = receiver.requests.length
  await button(page, 'Resend').click()
  await receiver.waitFor(before + 1)
  await page.getByText('Delivered on attempt 2.').waitFor()
  assert.deepEqual(problems, [])
})

/** Starts a command in a shell without waiting, because this process's receiver must answer it. */
function spawnCommand(command: string): number | null {
  // The receiver is in this process, so the shell must continue by itself.
  return spawnSync('sh', ['-c', `(${command}) >/dev/null 2>&1 &`]).status
}

/** Events of a replay that lasts for a minute at one per second: longer than a busy machine needs to pause it. */
const REPLAYED = 60

test('a replay is counted first, goes at its rate, and is paused, resumed and cancelled', async () => {
  const { id, receiver } = await setUpEndpoint(['ticket.created'])
  await Promise.all(Array.from({ length: REPLAYED }, (_, index) => createTicket(`Ticket ${index}`)))
  await receiver.waitFor(REPLAYED)
  const { page, problems } = await open(`/developer/webhooks/${id}`)
  const begin = async (rate: string) => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Replay deliveries' }).click()
    await dialog(page).getByLabel('Failed').uncheck()
    await dialog(page).getByLabel('Canceled').uncheck()
    await dialog(page).getByLabel('Delivered').check()
    await dialog(page).getByLabel('Deliveries per second').fill(rate)
    await button(page, 'Count events').click()
    await dialog(page).getByText(`${REPLAYED} events will be sent again.`).waitFor()
    assert.deepEqual(await findViolations(page), [])
    await button(page, `Replay ${REPLAYED} events`).click()
  }
  await waitFor(
    async () =>
      (await admin(`GET /api/developer/webhooks/${id}/health`)).body.last_24_hours.deliveries
        .succeeded === REPLAYED,
  )
  await begin('')
  await page.getByText(`${REPLAYED} of ${REPLAYED} queued`).waitFor()
  await receiver.waitFor(2 * REPLAYED)
  await page.getByText(`${REPLAYED} delivered, 0 pending, 0 failed`).waitFor()

  await begin('1')
  await button(page, 'Pause').click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await button(page, 'Resume').click()
  await page.getByText('Running', { exact: true }).waitFor()
  await button(page, 'Cancel replay').click()
  await dialog(page).getByRole('button', { name: 'Cancel replay', exact: true }).click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  assert.deepEqual(problems, [])
})

test('the events page tells why a webhook did not fire, and sends the event after all', async () => {
  const { id, url, receiver } = await setUpEndpoint(['note.updated'])
  await createTicket('Never heard of')
  const { page, problems } = await open(`/developer/events?endpoint=${id}&type=ticket.created`)
  const row = page.getByRole('link', { name: 'ticket.created' }).first()
  await row.waitFor()
  const list = page.getByRole('table', { name: 'Events' })
  await list.getByText('Not sent', { exact: true }).first().waitFor()
  await row.click()
  const short = url.replace('http://', '')
  const fate = page.getByRole('listitem').filter({ hasText: short })
  await fate.getByText('the endpoint wasn’t subscribed to ticket.created').waitFor()
  await fate.getByText('Subscribed at the time to note.updated.').waitFor()
  assert.ok((await page.locator('main').innerText()).includes('"title": "Never heard of"'))
  await button(page, `Resend to ${short}`).click()
  const [request] = await receiver.waitFor(1)
  assert.equal(JSON.parse(String(request!.body)).data.title, 'Never heard of')
  await fate.getByText('Delivered on the first attempt.').waitFor()
  assert.deepEqual(problems, [])
})

test('the signature debugger finds in words what is wrong, and keeps no secret', async () => {
  const { id, secret, receiver } = await setUpEndpoint(['ticket.created'])
  await createTicket('Signed for')
  const [request] = await receiver.waitFor(1)
  const header = String(request!.headers['x-service-signature'])
  const { page, problems } = await open('/developer/signatures')
  const body = page.getByLabel('Body, exactly as received')
  await body.fill(String(request!.body))
  await page.getByLabel('Headers, or only the signature').fill(header)
  await page.getByLabel('Endpoint', { exact: true }).selectOption(id)
  await button(page, 'Check signature').click()
  await page.getByText('The signature is correct').waitFor()

  await body.fill(JSON.stringify(JSON.parse(String(request!.body)), null, 2))
  await button(page, 'Check signature').click()
  await page
    .getByText('The body was parsed and serialized again with different white space.')
    .waitFor()
  assert.deepEqual(await findViolations(page), [])

  const other = await setUpEndpoint(['note.updated'])
  await page.getByText('Pasted secret').click()
  await page.getByLabel('Signing secret', { exact: true }).fill(other.secret)
  await body.fill(String(request!.body))
  await button(page, 'Check signature').click()
  await page.getByText('The delivery was signed with the secret of another endpoint').waitFor()
  assert.ok(!(await readCaches(page)).includes(other.secret))
  await page.getByLabel('Signing secret', { exact: true }).fill(secret)
  await button(page, 'Check signature').click()
  await page.getByText('The signature is correct').waitFor()
  assert.ok(!(await readCaches(page)).includes(secret))
  assert.deepEqual(problems, [])
})

test('a delivery can be checked as it was sent, by a link', async () => {
  const { receiver, id } = await setUpEndpoint(['ticket.created'])
  await createTicket('Checked')
  await receiver.waitFor(1)
  const delivery = await waitFor(async () => {
    const path = `/api/developer/webhooks/deliveries?endpoint_id=${id}&status=succeeded`
    return (await admin(`GET ${path}`)).body.data[0]
  })
  const { page } = await open(`/developer/deliveries/${delivery.id}`)
  await page.getByRole('link', { name: 'Check signature' }).click()
  await page.getByText('Filled in from a delivery.').waitFor()
  await button(page, 'Check signature').click()
  await page.getByText('The signature is correct').waitFor()
})

test('the overview says what to do next, and what needs a look', async () => {
  const { id, receiver, url } = await setUpEndpoint(['ticket.created'])
  receiver.respondWith((_request, response) => response.writeHead(410).end())
  await admin(`POST /api/developer/webhooks/${id}/test`, { body: {} })
  const { page, problems } = await open('/developer')
  await page.getByText('Delivered, last 24 hours').waitFor()
  // The page shows by itself what happens while it is open.
  await createTicket('Gone')
  const row = page.getByRole('listitem').filter({ hasText: url.replace('http://', '') })
  await row.getByText('Disabled: the endpoint responded with 410 Gone').waitFor()
  await row.getByRole('link').click()
  await page.waitForURL(new RegExp(`/developer/webhooks/${id}$`))
  await button(page, 'Enable').waitFor()
  assert.deepEqual(problems, [])
})

test('the overview shows no health until it is loaded', async () => {
  await setUpEndpoint(['ticket.created'])
  const { page } = await open('/developer/keys')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/webhooks\/[^/]+\/health$/)
  await page.route(/\/webhooks\/[^/]+\/health$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Overview' }).click()
  await asked
  await page.locator('.mantine-Skeleton-root').first().waitFor()
  assert.ok(!(await page.locator('main').innerText()).includes('Delivered, last 24 hours'))
  release()
  await page.getByText('Delivered, last 24 hours').waitFor()
})

test('a delivery is found by what went wrong, and what is not there leads back to the list', async () => {
  const { id, receiver } = await setUpEndpoint(['ticket.created'])
  receiver.respondWith((_request, response) => response.writeHead(302, { location: '/' }).end())
  await admin(`POST /api/developer/webhooks/${id}/test`, { body: {} })
  const { page } = await open(`/developer/deliveries?endpoint=${id}`)
  await chooseFilter(page, 'Error', 'Timed out')
  await page.getByText('No matching deliveries').waitFor()
  await chooseFilter(page, 'Error', 'Redirect not followed')
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').click()
  await page.getByText("Set the URL of the endpoint to the redirect's target.").waitFor()
  const known = new URL(page.url()).pathname.split('/').at(-1)!
  await page.getByText(known, { exact: true }).waitFor()

  await visit(page, `/developer/deliveries/${newId()}`)
  await page.getByText('Not found').waitFor()
  assert.equal(await button(page, 'Try again').count(), 0)
  await page.locator('main').getByRole('link', { name: 'Deliveries' }).click()
  await page.waitForURL(/\/developer\/deliveries$/)
})

test('an agent is told that the area is for admins, and reads nothing of it', async () => {
  const { page } = await open('/developer/keys', { as: 'agent' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await page.getByText('Only admins can open this area').waitFor()
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/developer/')),
    [],
  )
})

test('the area works on a phone, and in Hindi', async () => {
  const { page } = await open('/developer', { width: 375, height: 812, locale: 'hi-IN' })
  const nav = page.getByRole('navigation', { name: 'डेवलपर' })
  for (const [name, title] of [
    ['API कुंजियाँ', 'API कुंजियाँ'],
    ['वेबहुक', 'वेबहुक'],
    ['डिलीवरी', 'डिलीवरी'],
    ['इवेंट', 'इवेंट'],
    ['इनबाउंड लॉग', 'इनबाउंड लॉग'],
    ['हस्ताक्षर डीबगर', 'हस्ताक्षर डीबगर'],
  ] as const) {
    await nav.getByRole('link', { name, exact: true }).click()
    await heading(page, title)
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    const excess = await page.evaluate(() => {
      const main = document.querySelector('main')!
      return main.scrollWidth - main.clientWidth
    })
    assert.equal(excess, 0, `${name} is too wide`)
  }
})
