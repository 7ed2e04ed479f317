import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ticket } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { createCall } from '../call.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { press } from './keyboard.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

/** Each test is the working day of one user from page to page, as far as the tests of single pages do not show it. */
const product = await shareWebProduct()
const { api, customerWrites, open } = product

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(name) })
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chatOf = async (name: string) =>
  (await api(`GET /api/v1/chats?q=${encodeURIComponent(name)}`)).body.data[0]

/** Lets a customer write, and returns the id of the conversation once it exists. */
async function hearFrom(phone: string, name: string, text: string): Promise<string> {
  await customerWrites(phone, name, text)
  return waitFor(async () => (await chatOf(name))?.id as string | undefined)
}

test('an agent works through the morning by keyboard alone, from the sign-in to the last conversation', async () => {
  await hearFrom('919844000001', 'Asha Pillai', 'Is my parcel on its way?')
  await hearFrom('919844000002', 'Bilal Khan', 'Thank you, it arrived')
  const { page, problems } = await open('/sign-in', { as: 'nobody' })
  await page.getByLabel('Email').focus()
  await page.keyboard.type(product.emails.agent)
  await press(page, 'Tab')
  await page.locator('input[name="password"]').focus()
  await page.keyboard.type('mind-the-counter')
  await press(page, 'Enter')
  await page.waitForURL(/\/inbox/)

  // The command menu finds the customer; what is typed before it shows reaches it too.
  await row(page, 'Asha Pillai').waitFor()
  await press(page, 'ControlOrMeta+k')
  await page.keyboard.type('Asha Pil')
  await page
    .getByRole('option', { name: /Asha Pillai/ })
    .first()
    .waitFor()
  await press(page, 'Enter')
  await page.waitForURL(/\/(contacts|inbox)\/[0-9a-f-]{36}/)
  await press(page, 'g', 'i')
  await row(page, 'Bilal Khan').focus()
  await press(page, 'j')
  await thread(page).getByRole('heading', { name: 'Asha Pillai' }).waitFor()
  await page.getByRole('log').getByText('Is my parcel on its way?').waitFor()
  await press(page, 'i')
  await waitFor(async () => (await chatOf('Asha Pillai')).assignee_id !== null)
  await startWriting(page, 'r')
  await page.keyboard.type('It left our house this morning.')
  await press(page, 'Enter')
  await thread(page).locator('article', { hasText: 'It left our house' }).waitFor()
  await press(page, 'Escape')
  await press(page, 'e')
  await waitFor(async () => (await chatOf('Asha Pillai')).status === 'closed')
  await thread(page).getByRole('heading', { name: 'Bilal Khan' }).waitFor()
  await page.getByRole('log').getByText('Thank you, it arrived').waitFor()
  await press(page, 'e')
  await waitFor(async () => (await chatOf('Bilal Khan')).status === 'closed')
  assert.deepEqual(problems, [])
})

test('a supervisor distributes what waits, asks an agent for something, and looks at the figures', async () => {
  const names = ['Chitra Bose', 'Dev Anand', 'Esha Gupta']
  for (const [index, name] of names.entries())
    await hearFrom(`91984400001${index}`, name, `Where is order ${index}?`)
  const agent = await open('/inbox', { as: 'agent' })
  const { page, problems } = await open('/inbox?view=unassigned')
  await row(page, 'Chitra Bose').focus()
  await press(page, 'x')
  await press(page, 'Shift+ArrowUp')
  await press(page, 'Shift+ArrowUp')
  await page.getByText('3 selected', { exact: true }).waitFor()
  await press(page, 'a')
  await dialog(page).getByRole('combobox').waitFor()
  await page.keyboard.type('agent')
  await dialog(page).getByRole('option', { name: /agent/ }).first().waitFor()
  await press(page, 'Enter')
  await page.getByText('Assigned 3 conversations to agent').waitFor()
  for (const name of names) assert.ok((await chatOf(name)).assignee_id, `${name} is assigned`)

  // The agent sees them without a reload, and is notified of a mention.
  for (const name of names) await row(agent.page, name).waitFor()
  await visit(page, `/inbox/${(await chatOf('Dev Anand')).id}`)
  await startWriting(page, 'n')
  await page.keyboard.type('Please call @age')
  await page.getByRole('option', { name: /agent/ }).waitFor()
  await press(page, 'Enter')
  await page.keyboard.type('today')
  await press(page, 'Enter')
  await thread(page).getByText('today').first().waitFor()
  await agent.page.getByRole('link', { name: /^Notifications: \d+ unread$/ }).click()
  const mention = agent.page.getByRole('list', { name: 'Notifications' })
  await mention.getByText('Please call @agent today').waitFor()

  await visit(page, '/reports?period=today')
  await page.getByRole('heading', { name: 'Data' }).waitFor()
  await page.getByRole('img', { name: /^Messages received and sent\./ }).waitFor()
  assert.deepEqual([...problems, ...agent.problems], [])
})

test('an admin prepares the workspace, lets a member in and out, and finds all of it in the audit log', async () => {
  const { page, problems } = await open('/settings/tags')
  await button(page, 'Create tag').first().click()
  await dialog(page).getByLabel('Name').fill('Warranty')
  await dialog(page).getByRole('button', { name: 'Create tag' }).click()
  await button(page, 'Delete Warranty').waitFor()
  await visit(page, '/settings/canned-replies')
  await button(page, 'Create canned reply').first().click()
  await dialog(page).getByLabel('Shortcut').fill('repair')
  await dialog(page).getByLabel('Text').fill('Dear {first_name}, we repair it for free.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('we repair it for free').waitFor()

  await visit(page, '/settings/members')
  await button(page, 'Invite member').click()
  await dialog(page).getByLabel('Email').fill('leela@shop.example')
  await press(page, 'Enter')
  const link = new URL(await page.getByRole('textbox', { name: 'Invitation link' }).innerText())
  await button(page, 'Done').click()
  const member = await open(link.pathname + link.hash, { as: 'nobody' })
  await member.page.getByLabel('Your name').fill('Leela Nair')
  await member.page.locator('input[name="password"]').fill('a lantern in the window')
  await press(member.page, 'Enter')
  await member.page.waitForURL(/\/inbox/)
  // The new member finds everything that the admin prepared.
  const chatId = await hearFrom('919844000020', 'Farid Ali', 'It broke')
  await visit(member.page, `/inbox/${chatId}`)
  await startWriting(member.page, 'r')
  await member.page.keyboard.type('/repair')
  await member.page.getByRole('option', { name: /repair/ }).waitFor()
  await press(member.page, 'Enter')
  await waitFor(
    async () =>
      (await member.page.getByLabel('Message to Farid Ali').inputValue()) ===
      'Dear Farid, we repair it for free.',
  )

  await page.reload()
  await button(page, 'Remove Leela Nair').click()
  await dialog(page).getByRole('button', { name: 'Remove Leela Nair' }).click()
  await page.getByText('Removed Leela Nair.').waitFor()
  await member.page.goto('/inbox')
  await member.page.waitForURL(/\/sign-in/)
  await visit(page, '/settings/audit-log')
  const log = page.getByRole('main')
  for (const entry of ['created the tag Warranty', /removed Leela Nair/i])
    await log.getByText(entry).first().waitFor()
  assert.deepEqual(problems, [])
})

test('an integrator connects a program: key, endpoint, call, delivery, repair and replay', async () => {
  let isBroken = true
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = isBroken ? 500 : 200
    response.end()
  })
  const { page, problems } = await open('/developer/keys')
  await button(page, 'Create API key').first().click()
  await dialog(page).getByLabel('Name').fill('Order system')
  await dialog(page).getByLabel('Custom').check()
  for (const scope of ['contacts:write', 'tickets:write'])
    await dialog(page).getByRole('checkbox', { name: scope }).check()
  await button(page, 'Create API key').last().click()
  const key = await dialog(page).getByLabel('API key', { exact: true }).textContent()
  await button(page, 'Done').click()

  await visit(page, '/developer/webhooks')
  await button(page, 'Add endpoint').first().click()
  await dialog(page).getByLabel('URL').fill(`${receiver.url}/orders`)
  for (const type of ['contact.created', 'ticket.created'])
    await dialog(page).getByRole('checkbox', { name: type }).check()
  await button(page, 'Add endpoint').last().click()
  await dialog(page).getByLabel('Signing secret').waitFor()
  await button(page, 'Done').click()

  const call = createCall(product.url, { authorization: `Bearer ${key}` })
  const contact = await call('POST /api/v1/contacts', { body: { name: 'Gita Rao' } })
  assert.equal(contact.status, 201)
  const ticket = { person_id: contact.body.id, title: 'Lamp flickers' }
  assert.equal((await call('POST /api/v1/tickets', { body: ticket })).status, 201)
  assert.equal((await call('GET /api/v1/chats')).status, 403, 'the key has no such scope')
  await receiver.waitFor(1)

  // The delivery failed; the page says so without a reload. The receiver is repaired, and the next attempt not awaited.
  await page.getByText('500').first().waitFor()
  await page
    .getByRole('link', { name: /contact\.created/ })
    .first()
    .click()
  await page.waitForURL(/\/developer\/deliveries\//)
  await button(page, 'Retry now').waitFor()
  isBroken = false
  // An attempt that was due just now may come first.
  await Promise.race([
    button(page, 'Retry now').click(),
    page.getByText(/^Delivered on attempt \d+\.$/).waitFor(),
  ])
  await page.getByText(/^Delivered on attempt \d+\.$/).waitFor()
  // The events that waited behind it follow.
  await waitFor(() => receiver.requests.some(({ body }) => String(body).includes('Lamp flickers')))
  const before = receiver.requests.length
  await button(page, 'Resend').click()
  await receiver.waitFor(before + 1)
  assert.deepEqual(problems, [])
})

test('an agent on a phone answers on the way: list, reply, ticket, snooze and back', async () => {
  await hearFrom('919844000030', 'Hari Menon', 'The lamp is broken')
  await hearFrom('919844000031', 'Ines Costa', 'Olá')
  const { page, problems } = await open('/inbox?view=all', { as: 'agent', width: 390, height: 844 })
  await row(page, 'Hari Menon').click()
  await page.getByRole('log').getByText('The lamp is broken').waitFor()
  await page.getByLabel('Message to Hari Menon').fill('We send another one.')
  await button(page, 'Send').click()
  await thread(page).locator('article', { hasText: 'We send another one.' }).waitFor()
  await button(page, 'Show contact details').click()
  const details = page.getByRole('complementary', { name: 'Contact details' })
  await details.getByRole('button', { name: 'Create ticket' }).click()
  await dialog(page).getByLabel('Title').fill('Send another lamp')
  await dialog(page).getByRole('button', { name: 'Create ticket' }).click()
  await details.getByText('Send another lamp').first().waitFor()
  await details
    .getByRole('button', { name: /Close|Hide/ })
    .first()
    .click()
  await button(page, 'Back to list').click()
  await row(page, 'Ines Costa').click()
  await page.getByRole('log').getByText('Olá').waitFor()
  await button(page, 'Back to list').click()
  await row(page, 'Hari Menon').waitFor()
  const { body } = await api('GET /api/v1/tickets')
  assert.ok(body.data.some((ticket: Ticket) => ticket.title === 'Send another lamp'))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  assert.deepEqual(problems, [])
})
