import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message, MessageFile } from '#client/generated/models.ts'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(name) })
const message = (page: Page, text: string) => thread(page).locator('article', { hasText: text })

/** Returns whether a part of it is on the screen: rows that are not may be drawn, as the thread reads ahead. */
const isInView = (locator: Locator) =>
  locator.evaluateAll((all) =>
    all.some((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }),
  )

/** Sends `texts` as a customer and returns the conversation. */
async function writeFirst(phone: string, name: string, ...texts: string[]): Promise<string> {
  for (const text of texts) await product.customerWrites(phone, name, text)
  return waitFor(
    async () => {
      const { body } = await product.api(`GET /api/v1/chats?q=${encodeURIComponent(`+${phone}`)}`)
      return body.data[0]?.last_message?.text === texts.at(-1)
        ? (body.data[0].id as string)
        : undefined
    },
    { what: 'the chat' },
  )
}

/** Performs a customer's action on the simulator's phone. */
async function customerSends(phone: string, name: string, node: object): Promise<string> {
  const body = { from: `+${phone}`, name, phone_number_id: product.phoneNumberId, ...node }
  const answer = await product.simulator('POST /sim/inbound', { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.message_id
}

test('a chat moves between the views as it is taken, snoozed, closed and opened, and undo takes it back', async () => {
  await writeFirst('919811000001', 'Meera Nair', 'Where is my parcel?')
  const { page, problems } = await product.open('/inbox?view=unassigned')
  const tab = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })
  await row(page, 'Meera Nair').click()
  await message(page, 'Where is my parcel?').waitFor()
  await page.getByRole('button', { name: 'Unassigned: Assign' }).click()
  await page.getByRole('option', { name: /\(you\)/ }).click()
  await row(page, 'Meera Nair').waitFor({ state: 'detached' })
  await thread(page).getByText('You assigned this to yourself').waitFor()
  await tab(/^Mine/).click()
  await row(page, 'Meera Nair').waitFor()
  await tab(/^Mine.*1 conversation/).waitFor()

  await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).click()
  await row(page, 'Meera Nair').waitFor({ state: 'detached' })
  // It was the only one of the list, so none opens after it.
  await page.waitForURL((url) => url.pathname === '/inbox')
  await page
    .getByRole('alert')
    .filter({ hasText: 'Closed Meera Nair' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await row(page, 'Meera Nair').waitFor()
  await message(page, 'Where is my parcel?').waitFor()
  await thread(page).getByText('You closed this').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: 'Tomorrow morning' }).click()
  await row(page, 'Meera Nair').waitFor({ state: 'detached' })
  await tab(/^More/).click()
  await page.getByRole('menuitem', { name: /Snoozed/ }).click()
  await row(page, 'Meera Nair').click()
  await thread(page).getByText('You snoozed this').waitFor()

  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('combobox').fill('Fragile')
  await page.getByRole('option', { name: /Create tag “Fragile/ }).click()
  await page.getByRole('option', { name: 'Fragile', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await thread(page).getByText('You added the tag Fragile').waitFor()
  await row(page, 'Fragile').waitFor()
  const { body } = await product.api('GET /api/v1/chats?status=snoozed')
  assert.deepEqual(
    body.data.map((chat: any) => [chat.person.name, chat.tags[0].name]),
    [['Meera Nair', 'Fragile']],
  )
  assert.deepEqual(problems, [])
})

test('a time of one’s own to come back at must be in the future', async () => {
  const id = await writeFirst('919811000002', 'Rohan Gupta', 'Tomorrow is fine')
  const { page } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Tomorrow is fine').waitFor()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: 'Pick a date and time' }).click()
  const field = page.getByLabel('Date and time')
  await field.evaluate((input: HTMLInputElement) => input.removeAttribute('min'))
  await field.fill('2020-01-01T09:00')
  await page.getByRole('button', { name: 'Snooze conversation' }).click()
  await page.getByRole('alert').getByText('in the future').waitFor()
  await field.fill('2090-03-01T09:30')
  await page.getByRole('button', { name: 'Snooze conversation' }).click()
  await row(page, 'Rohan Gupta').waitFor({ state: 'detached' })
  const until = await waitFor(
    async () => (await product.api(`GET /api/v1/chats/${id}`)).body.snoozed_until,
  )
  // The browser's time zone is Kolkata.
  assert.equal(until, '2090-03-01T04:00:00.000Z')
})

test('the search finds people and messages, and leads to the message within its thread', async () => {
  const texts = Array.from({ length: 70 }, (_, index) => `Line ${index}`)
  const id = await writeFirst('919811000003', 'Lucía Fernández', 'The zebra lamp, please', ...texts)
  const { page } = await product.open('/inbox?view=all')
  await row(page, 'Lucía').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('zebra')
  await page.getByRole('button', { name: /The zebra lamp/ }).click()
  await page.waitForURL((url) => url.pathname === `/inbox/${id}`)
  await thread(page)
    .locator('article[data-highlighted="true"]', { hasText: 'zebra lamp' })
    .waitFor()
  const end = message(page, 'Line 69')
  assert.equal(await isInView(end), false, 'the end of the thread is far away')
  await page.getByRole('button', { name: /Jump to newest/ }).click()
  await waitFor(() => isInView(end), { what: 'the end of the thread' })
  await page.getByRole('searchbox').fill('Lucía')
  await page.locator('[data-result]', { hasText: 'Lucía' }).first().waitFor()
  await page.getByRole('searchbox').fill('nobody is called this')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
})

test('filters narrow the list, stand in the address, and are saved for everybody', async () => {
  const vip = await writeFirst('919811000004', 'Vera Important', 'Hello')
  await writeFirst('919811000005', 'Norman Usual', 'Hello')
  const tag = await product.api('POST /api/v1/tags', { body: { name: 'Very important' } })
  await product.api(`PATCH /api/v1/chats/${vip}`, { body: { tag_ids: [tag.body.id] } })
  const { page } = await product.open('/inbox?view=all')
  await row(page, 'Norman Usual').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Tag').selectOption('Very important')
  await row(page, 'Norman Usual').waitFor({ state: 'detached' })
  await row(page, 'Vera Important').waitFor()
  assert.match(page.url(), new RegExp(tag.body.id))
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('The important ones')
  await page.getByLabel('Share with everyone in the workspace').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes(tag.body.id))
  await row(page, 'Vera Important').waitFor()

  const agent = await product.open('/inbox', { as: 'agent' })
  await agent.page.getByRole('button', { name: 'More' }).click()
  await agent.page.getByRole('menuitem', { name: /The important ones/ }).click()
  await row(agent.page, 'Vera Important').waitFor()
  assert.equal(await row(agent.page, 'Norman Usual').count(), 0)
})

test('every kind of message is shown for what it is', async () => {
  const phone = '919811000006'
  const send = (node: object) => customerSends(phone, 'Priya Sharma', node)
  const first = await send({ text: 'See https://example.com/a(b). And javascript:alert(1)' })
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await send({
    type: 'image',
    image: { caption: 'The left one' },
    media: { base64: png, mime_type: 'image/png' },
  })
  await send({
    type: 'document',
    media: { base64: 'JVBERi0xLjQ=', mime_type: 'application/pdf', filename: 'Invoice.pdf' },
  })
  await send({
    type: 'location',
    location: { latitude: 19.076, longitude: 72.8777, name: 'Lantern store' },
  })
  await send({
    type: 'contacts',
    contacts: [
      { name: { formatted_name: 'Arjun Sharma' }, phones: [{ phone: '+91 98200 11223' }] },
    ],
  })
  await send({
    type: 'order',
    order: {
      catalog_id: '1',
      product_items: [
        { product_retailer_id: 'brass-lamp', quantity: 2, item_price: 1499, currency: 'INR' },
      ],
    },
  })
  await send({ type: 'hologram', hologram: { x: 1 } })
  await send({ text: 'This answers the first', context: { id: first } })
  await send({ type: 'reaction', reaction: { message_id: first, emoji: '👍' } })
  const id = await waitFor(async () => {
    const { body } = await product.api('GET /api/v1/chats?q=Priya')
    return body.data[0]?.last_message?.text === 'This answers the first' && body.data[0].id
  })
  await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats/${id}/thread`)
    const files = body.data.flatMap((item: Message) => item.attachments ?? [])
    return files.length === 2 && files.every((file: MessageFile) => file.status === 'stored')
  })
  const { page, problems } = await product.open(`/inbox/${id}?view=all`)
  const pane = thread(page)
  await message(page, 'This answers the first')
    .getByRole('button', { name: /See https/ })
    .waitFor()
  await pane.getByText('This type of message can’t be shown here (hologram)').waitFor()
  await pane.getByText('2 × brass-lamp').waitFor()
  await pane.getByText('Arjun Sharma').waitFor()
  await pane.getByText('Lantern store').waitFor()
  assert.match((await pane.getByText('Total').locator('..').textContent())!, /2,998/)
  await pane.getByRole('link', { name: /Invoice\.pdf/ }).waitFor()
  const links = await pane
    .locator('article a[href^="http"]')
    .evaluateAll((found) =>
      found.map((each) => [each.getAttribute('href'), each.getAttribute('rel')]),
    )
  const rel = 'noopener noreferrer nofollow'
  assert.deepEqual(links[0], ['https://example.com/a(b)', rel])
  assert.ok(links.every(([, each]) => each === rel))
  await message(page, 'See https').getByText('👍', { exact: true }).waitFor()

  await pane.getByRole('button', { name: 'Open Image' }).click()
  const dialog = page.getByRole('dialog')
  await waitFor(() =>
    dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await message(page, 'This answers the first')
    .getByRole('button', { name: /See https/ })
    .click()
  await pane.locator('article[data-highlighted="true"]', { hasText: 'See https' }).waitFor()
  assert.deepEqual(problems, [])
})

test('a message that fails says why, and is sent again on demand', async () => {
  // The simulator refuses numbers with this ending until it is configured otherwise.
  const id = await writeFirst('919811041026', 'Kavya Iyer', 'Are you open?')
  const { page } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Are you open?').waitFor()
  await startWriting(page, 'r')
  await page.keyboard.type('From ten to four.')
  await page.keyboard.press('Enter')
  const failed = message(page, 'From ten to four.').first()
  await failed.getByText(/Not sent: The recipient/).waitFor()
  await failed.getByRole('button', { name: 'Why?' }).click()
  await page.getByRole('dialog').getByText('Code 131026').waitFor()
  await page.getByRole('dialog').getByText('Attempt 1').waitFor()
  await page.keyboard.press('Escape')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await failed.getByText('Resent below.').waitFor()
  await message(page, 'From ten to four.').nth(1).waitFor()
  await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats/${id}/messages`)
    return body.data.filter((each: Message) => each.retry_of !== null).length === 1
  })
})

test('scrolling back loads each message once, with a mark for each day', async () => {
  const texts = Array.from({ length: 160 }, (_, index) => `Message number ${index}.`)
  const id = await writeFirst('919811000007', 'Longwind', ...texts)
  const { page } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Message number 159.').waitFor()
  const log = page.getByRole('log')
  const seen = new Set<string>()
  // Scrolls to the first message and back: a slow machine renders some rows only on the way back.
  let step = -500
  await waitFor(
    async () => {
      const shown = await log
        .locator('article')
        .evaluateAll((all) => all.map((each) => /number (\d+)\./.exec(each.textContent!)![1]!))
      assert.equal(new Set(shown).size, shown.length, 'a message is shown twice')
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => Number(a) - Number(b)),
      )
      for (const each of shown) seen.add(each)
      if (seen.has('0')) step = 500
      await log.evaluate((element, by) => (element.scrollTop += by), step)
      return seen.size === 160
    },
    { timeoutMs: 60_000 },
  )
  // Rows that are measured again on the way to the top move the view, so that one jump may end below it.
  await waitFor(async () => {
    await log.evaluate((element) => (element.scrollTop = 0))
    return log.getByText('Today').isVisible()
  })
})

test('what strangers call themselves and write is text and nothing else', async () => {
  const name = '<img src=x onerror=alert(1)>\u202Egnp.exe'
  const id = await writeFirst('919811000008', name, '<script>alert(1)</script>')
  await writeFirst('919811000009', '😀'.repeat(500), '😀'.repeat(4096))
  await writeFirst('919811000010', '\u200B\u200D', 'A name that nobody sees')
  const { page, problems } = await product.open(`/inbox/${id}?view=all`)
  await message(page, '<script>alert(1)</script>').waitFor()
  await row(page, '\\+91 98110 00010').waitFor()
  assert.equal(await page.locator('main img, main script').count(), 0)
  assert.deepEqual(problems, [])
})

test('a ticket created from a message can be undone', async () => {
  const id = await writeFirst('919811000011', 'Jonas Weber', 'The kettle is broken')
  const { page } = await product.open(`/inbox/${id}?view=all`)
  const found = message(page, 'The kettle is broken')
  await found.hover()
  await found.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Create ticket' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'The kettle is broken')
  await dialog.getByLabel('Priority').selectOption('High')
  await dialog.getByRole('button', { name: 'Create ticket' }).click()
  await page.getByText(/Ticket #1 created/).waitFor()
  const read = async () => (await product.api('GET /api/v1/tickets')).body.data[0]
  const ticket = await read()
  assert.deepEqual(
    [ticket.title, ticket.priority, ticket.conversation_id, ticket.message_id !== null],
    ['The kettle is broken', 'high', id, true],
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/Ticket #1 closed/).waitFor()
  assert.equal((await read()).status, 'closed')
})

test('an agent who is no admin works the inbox in full', async () => {
  const id = await writeFirst('919811000012', 'Ana Souza', 'Oi!')
  const { page, problems } = await product.open(`/inbox/${id}?view=all`, { as: 'agent' })
  await message(page, 'Oi!').waitFor()
  await page.keyboard.press('i')
  await thread(page).getByText('You assigned this to yourself').waitFor()
  await page.getByRole('textbox', { name: /message/i }).waitFor()
  await startWriting(page, 'r')
  await page.keyboard.type('Olá Ana')
  await page.keyboard.press('Enter')
  await message(page, 'Olá Ana')
    .getByText(/Sent|Delivered|Read/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await waitFor(async () => (await product.api(`GET /api/v1/chats/${id}`)).body.status === 'closed')
  assert.deepEqual(problems, [])
  // Another member reads who wrote it, in the list and before the message.
  const other = await product.open('/inbox?view=closed')
  const { name } = (await product.api('GET /api/v1/members')).body.data.find(
    ({ email }: { email: string }) => email === product.emails.agent,
  )
  await row(other.page, 'Ana Souza').getByText(`${name}: Olá Ana`).waitFor()
})

test('a phone shows the list, the chat or the customer, and a way back from each', async () => {
  const id = await writeFirst('919811000013', 'Camille Laurent', 'Bonjour')
  const { page } = await product.open('/inbox?view=all', { width: 375, height: 720 })
  await row(page, 'Camille Laurent').click()
  await message(page, 'Bonjour').waitFor()
  assert.equal(await list(page).isVisible(), false)
  assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false)
  await page.getByRole('button', { name: 'Show contact details' }).click()
  await page.getByRole('complementary', { name: 'Contact details' }).waitFor()
  assert.equal(await thread(page).isVisible(), false)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Close|Hide/ })
    .first()
    .click()
  await message(page, 'Bonjour').waitFor()
  await page.getByRole('button', { name: 'Back to list' }).click()
  await row(page, 'Camille Laurent').waitFor()
  assert.equal(new URL(page.url()).pathname, '/inbox')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.equal(width, 375, 'nothing stands out of the screen')
  await visit(page, `/inbox/${id}`)
  await message(page, 'Bonjour').waitFor()
})

test('a chat that is not there says so and offers a way on', async () => {
  const { page } = await product.open('/inbox/01a1f000-0000-7000-8000-000000000000')
  await page.getByRole('alert').getByText('Not found').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Back to list' }).click()
  await page.waitForURL((url) => url.pathname === '/inbox')
  const phone = await product.open('/inbox/01a1f000-0000-7000-8000-000000000000', { width: 375 })
  await phone.page.getByRole('alert').getByText('Not found').waitFor()
  await thread(phone.page).getByRole('button', { name: 'Back to list' }).first().click()
  await list(phone.page).waitFor()
})

test("nothing of the inbox stands in anybody's way", async () => {
  const id = await writeFirst('919811000006', 'Priya Sharma', 'Hello to all')
  const { page } = await product.open(`/inbox/${id}?view=all`, { width: 1440, height: 900 })
  await message(page, 'Hello to all').waitFor()
  await page.getByRole('textbox', { name: /message|reply/i }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('s')
  await page.getByRole('option').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+T')
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  assert.deepEqual(await findViolations(page), [])
})

test('the first chats are asked for beside the session, before the page is drawn', async () => {
  await writeFirst('919811000099', 'Zoya First', 'Are you open?')
  const { page } = await product.open('/settings/profile')
  for (const query of ['view=unassigned', 'view=unassigned&unread=true']) {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const areAsked = page.waitForRequest(/v1\/chats\?/)
    await page.route('**/api/session', (route) => areAsked.then(() => route.continue()))
    await page.goto(`/inbox?${query}`)
    await row(page, 'Zoya First').waitFor()
    const lists = asked.filter((url) => url.includes('/v1/chats?'))
    assert.equal(lists.length, 1)
    assert.match(lists[0]!, /assignee_id=none/)
    assert.equal(lists[0]!.includes('unread=true'), query.includes('unread'))
    await page.unroute('**/api/session')
  }
})
