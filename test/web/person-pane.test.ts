import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { textPayload } from '../outside.ts'
import { openFilter } from './choose-filter.ts'
import { settle, visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api } = product

async function openChat(from: string, name: string): Promise<{ id: string; personId: string }> {
  await product.customerWrites(from, name, 'Hello')
  let chat: any
  await waitFor(async () => {
    chat = (await api(`GET /api/v1/chats?q=${from}`)).body.data[0]
    return chat !== undefined
  })
  return { id: chat.id, personId: chat.person.id }
}

const NOOR = { id: 'wamid.noor', from: '31612345678', name: 'Noor', text: 'Hello' }

const personOf = async (id: string) => (await api(`GET /api/v1/contacts/${id}`)).body
const pane = (page: Page) => page.getByRole('complementary').last()

test('facts of the customer are changed where they stand, by keyboard alone', async () => {
  const { id, personId } = await openChat('919822000001', 'Asha Rao')
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByRole('button', { name: 'Add Email' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('asha@example.com')
  await page.keyboard.press('Enter')
  const changed = pane(page).getByRole('button', { name: 'Edit Email: asha@example.com' })
  await changed.waitFor()
  await waitFor(async () => (await personOf(personId)).email === 'asha@example.com')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dropped')
  await page.keyboard.press('Escape')
  await changed.waitFor()

  await pane(page).getByRole('button', { name: 'Add custom field' }).click()
  await page.keyboard.type('City')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pune')
  await page.keyboard.press('Enter')
  await pane(page).getByRole('button', { name: 'Edit City: Pune' }).waitFor()
  await waitFor(async () => (await personOf(personId)).fields.City === 'Pune')
  assert.deepEqual(problems, [])
})

test('a fact that cannot be is refused with the reason, and the old one stays', async () => {
  const { id, personId } = await openChat('919822000002', 'Ravi Iyer')
  const { page } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page)
    .getByRole('button', { name: /^Edit Phone/ })
    .click()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await pane(page).getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'Edit Phone: +91 98220 00002' }).waitFor()
  assert.equal((await personOf(personId)).phone_e164, '+919822000002')
})

test('tickets, leads and what happened appear while one looks', async () => {
  const { id, personId } = await openChat('919822000003', 'Meera Das')
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByText('No tickets yet').waitFor()
  await api('POST /api/v1/tickets', { body: { person_id: personId, title: 'Wrong size' } })
  await pane(page)
    .getByRole('link', { name: /#1 Wrong size/ })
    .waitFor()
  const lead = { phone: '+919822000003', source: 'fair', campaign: 'monsoon-offer' }
  await api('POST /api/v1/contacts', { body: lead })
  await pane(page).getByText('fair · monsoon-offer').waitFor()
  await api(`PATCH /api/v1/contacts/${personId}`, { body: { name: 'Meera Das Gupta' } })
  await pane(page).getByRole('heading', { name: 'Meera Das Gupta' }).waitFor()
  await api(`POST /api/v1/contacts/${personId}/notes`, { body: { text: 'Prefers calls' } })
  await pane(page).getByText('Prefers calls').waitFor()
  assert.deepEqual(problems, [])
})

test('hostile facts are shown inertly', async () => {
  const { id, personId } = await openChat('919822000004', 'Zoë')
  const name = '<img src=x onerror=alert(1)>\u202Egnp'
  await api(`PATCH /api/v1/contacts/${personId}`, {
    body: { name, fields: { '<b>x</b>': '<script>alert(1)</script>', long: 'x'.repeat(1000) } },
  })
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByText('<script>alert(1)</script>').waitFor()
  assert.equal(await pane(page).locator('img, script, b').count(), 0)
  const { isWide } = await page.evaluate(() => ({
    isWide: document.documentElement.scrollWidth > window.innerWidth,
  }))
  assert.equal(isWide, false)
  assert.deepEqual(problems, [])
})

test('a blocked customer is known before one writes to them, and is unblocked there', async () => {
  const { id, personId } = await openChat('919822000004', 'Meera Das')
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.waitFor()
  await api(`POST /api/v1/contacts/${personId}/block`, { body: { reason: 'spam' } })
  const composer = page.getByRole('region', { name: 'Message composer' })
  await composer.getByText('This contact is blocked').waitFor()
  assert.equal(await field.count(), 0)
  assert.equal(await composer.getByRole('button', { name: 'Choose template' }).count(), 0)
  await composer.getByRole('button', { name: 'Unblock contact' }).click()
  await field.waitFor()
  assert.equal((await personOf(personId)).blocked_at, null)
  assert.deepEqual(problems, [])
})

test('a customer who is blocked while the page loads is known to be blocked', async () => {
  const { id, personId } = await openChat('919822000011', 'Kabir Roy')
  const { page } = await product.open('/tickets', { width: 1440 })
  const opening = Promise.withResolvers<void>()
  await page.route('**/api/app/live*', async (route) => {
    await opening.promise
    await route.continue()
  })
  const reads = [/\/can-send$/, new RegExp(`/contacts/${personId}$`)].map(async (path) => {
    const response = await page.waitForResponse(path)
    await response.finished()
  })
  await page.goto(`${product.url}/inbox/${id}`)
  await Promise.all(reads)
  await api(`POST /api/v1/contacts/${personId}/block`, { body: { reason: 'spam' } })
  opening.resolve()
  const composer = page.getByRole('region', { name: 'Message composer' })
  await composer.getByText('This contact is blocked').waitFor()
  await pane(page).getByText('Blocked', { exact: true }).waitFor()
})

test('a quote of a deleted message says so, and leads nowhere', async () => {
  const { id } = await openChat('919822000005', 'Uma Sen')
  const { page, problems } = await product.open(`/inbox/${id}`)
  const gone = crypto.randomUUID()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The event of the message would say that it quotes nothing.
  await page.route('**/api/app/live*', () => undefined)
  await page.route(/\/thread\?/, async (route) => {
    const response = await route.fetch()
    const thread = await response.json()
    for (const item of thread.data)
      if (item.kind === 'message') Object.assign(item, { reply_to: gone, reply_deleted: true })
    await route.fulfill({ response, json: thread })
  })
  await page.reload()
  const message = page.locator('article', { hasText: 'Hello' })
  await message.getByText('Original message is no longer available').waitFor()
  assert.equal(await message.getByRole('button', { name: /quoted message/ }).count(), 0)
  assert.deepEqual(
    asked.filter((url) => url.includes(gone)),
    [],
  )
  assert.deepEqual(problems, [])
})

test('a ticket is created with files and a new tag, and a file over the limit is not uploaded', async () => {
  await openChat('919822000009', 'Ticket Giver')
  const { page, problems } = await product.open('/tickets')
  await settle(page)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New ticket' })
  await dialog.getByRole('textbox', { name: 'Contact' }).fill('giver')
  await page.getByRole('option', { name: /Ticket Giver/ }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Made with a file')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Spare part')
  await page.getByRole('option', { name: 'Create tag “Spare part”' }).click()
  await dialog.getByText('Spare part', { exact: true }).waitFor()
  let uploads = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/media') uploads += 1
  })
  const field = dialog.locator('input[type="file"]')
  await field.setInputFiles({
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await page.getByText('The file is too large. The limit is 5 MB.').waitFor()
  assert.equal(uploads, 0)
  await field.setInputFiles({
    name: 'lid.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 a lid'),
  })
  await dialog.getByRole('button', { name: 'Remove lid.pdf' }).waitFor()
  await dialog.getByRole('button', { name: 'Create ticket' }).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'lid.pdf' }).waitFor()
  const { body } = await api(
    `GET /api/v1/tickets/${new URL(page.url()).pathname.split('/').at(-1)}`,
  )
  assert.deepEqual(
    [body.tags.map(({ name }: { name: string }) => name), body.attachments.length],
    [['Spare part'], 1],
  )
  assert.deepEqual(problems, [])
})

test('a contact that has only a username is shown by it, and found in a column and a filter', async () => {
  const body = JSON.parse(textPayload(product.phoneNumberId, [NOOR]))
  const { value } = body.entry[0].changes[0]
  const { from: _phone, ...message } = value.messages[0]
  value.contacts = [{ profile: { username: 'noor.paints' }, user_id: 'NL.55012790331' }]
  value.messages = [{ ...message, from_user_id: 'NL.55012790331' }]
  assert.equal((await product.postSigned(JSON.stringify(body))).status, 200)
  const { page, problems } = await product.open('/inbox?view=all', { width: 1440 })
  await page.getByRole('link', { name: /@noor.paints/ }).click()
  await page.getByRole('heading', { name: '@noor.paints', level: 2 }).first().waitFor()
  await visit(page, '/contacts')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Username' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Username' }).waitFor()
  await openFilter(page, 'Username')
  await page.getByRole('textbox', { name: 'Username' }).fill('@noor.paints')
  await page.keyboard.press('Enter')
  await page.waitForURL(/username=/)
  await page.getByRole('link', { name: 'Asha Rao' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '@noor.paints' }).waitFor()
  await page.getByRole('cell', { name: '@noor.paints' }).nth(1).waitFor()
  assert.deepEqual(problems, [])
})
