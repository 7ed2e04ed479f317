import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import type { Locator, Page } from 'playwright-core'
import { textPayload } from '../outside.ts'
import { VIEWS } from '../../web/features/inbox/data/filters.ts'
import { waitFor } from '../wait-for.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const names = (page: Page) =>
  list(page)
    .getByRole('link')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')!.textContent))

const chatOf = (phone: string) => findChat(product, phone)

/** Platform times have whole seconds, so a newer message must be in the next second. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000)
  await waitFor(() => Math.floor(Date.now() / 1000) > second)
}

test('two colleagues in one chat see each other, and each message once', async () => {
  await product.customerWrites('919833000001', 'Meera Nair', 'Hello?')
  const { id } = await chatOf('919833000001')
  const admin = await product.open(`/inbox/${id}?view=all`)
  await message(admin.page, 'Hello\\?').waitFor()
  const agent = await product.open(`/inbox/${id}?view=all`, { as: 'agent' })
  await message(agent.page, 'Hello\\?').waitFor()
  // Each of the two agents sees the other, in whichever order they opened the page.
  await thread(admin.page)
    .getByText(/agent is also viewing/)
    .waitFor()
  await thread(agent.page)
    .getByText(/admin is also viewing/)
    .waitFor()

  await startWriting(admin.page, 'r')
  await admin.page.keyboard.type('I am on')
  await thread(agent.page)
    .getByText(/admin is typing/)
    .waitFor()
  await admin.page.keyboard.type(' it')
  await admin.page.keyboard.press('Enter')
  for (const { page } of [admin, agent]) await message(page, 'I am on it').waitFor()
  await list(admin.page).getByText('You: I am on it', { exact: true }).waitFor()
  await list(agent.page).getByText('admin: I am on it', { exact: true }).waitFor()
  await thread(agent.page)
    .getByText(/admin is also viewing/)
    .waitFor()
  await message(agent.page, 'I am on it').getByText('admin', { exact: true }).waitFor()

  await startWriting(agent.page, 'n')
  await agent.page.keyboard.type('Thank you')
  await agent.page.keyboard.press('Enter')
  await thread(admin.page).getByText('Note by agent').waitFor()
  await agent.page.keyboard.press('Escape')
  await agent.page.keyboard.press('i')
  await thread(admin.page).getByText('agent assigned this to themselves').waitFor()
  for (const { page } of [admin, agent]) assert.equal(await message(page, 'I am on it').count(), 1)

  // The customer's phone reports that it was read.
  await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats/${id}/messages`)
    return body.data.some((each: Message) => /sent|delivered/.test(each.status))
  })
  const { body } = await product.simulator('GET /sim/messages?to=919833000001&limit=1')
  const wamid = body.data[0].id
  await product.simulator(`POST /sim/messages/${wamid}/status`, { body: { status: 'read' } })
  await message(agent.page, 'I am on it').getByText(/^Read/).waitFor()
  await agent.page.close()
  await thread(admin.page)
    .getByText(/agent is also viewing/)
    .waitFor({ state: 'detached' })
  assert.deepEqual([admin.problems, agent.problems], [[], []])
})

/**
 * Lets the clock of a page count from 20 s, and a thousand times slower: its stream then begins with the events of more than
 * 20 s, and counts as opened soon, also on a busy machine. Runs in the page.
 */
function slowClock(): void {
  const now = performance.now.bind(performance)
  performance.now = () => 20_000 + now() / 1_000
}

test('what changes before the stream opens is shown, and the list is not read again for it', async () => {
  await product.customerWrites('919833000077', 'Tara Early', 'Before')
  const { id } = await chatOf('919833000077')
  const { page, context } = await product.open('/contacts')
  await context.addInitScript(slowClock)
  const opening = Promise.withResolvers<void>()
  await page.route(/\/api\/app\/live/, async (route) => {
    await opening.promise
    await route.continue()
  })
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/chats\?.*status=open/.test(request.url())) lists.push(request.url())
  })
  const reads = ['/chats?', '/chats/counts', '/thread?'].map(async (part) => {
    const response = await page.waitForResponse((each) => each.url().includes(part))
    await response.finished()
  })
  await page.goto(`${product.url}/inbox/${id}?view=all`)
  await Promise.all(reads)
  await message(page, 'Before').waitFor()
  await nextSecond()
  await product.customerWrites('919833000077', 'Tara Early', 'Meanwhile')
  await waitFor(async () => (await chatOf('919833000077')).last_message?.text === 'Meanwhile')
  opening.resolve()
  await message(page, 'Meanwhile').waitFor()
  await list(page).getByText('Meanwhile').waitFor()
  await product.customerWrites('919833000077', 'Tara Early', 'Afterwards')
  await message(page, 'Afterwards').waitFor()
  assert.equal(lists.length, 1, lists.join(' '))
})

test('what the inbox shows first is asked for once, before the code of the app arrives', async () => {
  const { page } = await product.open('/health/live')
  const asked: string[] = []
  let listIsAsked = Promise.withResolvers<void>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/v1/chats' || pathname === '/api/session') asked.push(pathname)
    if (pathname === '/api/v1/chats') listIsAsked.resolve()
  })
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await listIsAsked.promise
    await route.continue()
  })
  for (const view of VIEWS) {
    asked.length = 0
    listIsAsked = Promise.withResolvers()
    await page.goto(`/inbox?view=${view}`)
    await list(page).waitFor()
    assert.deepEqual(asked.toSorted(), ['/api/session', '/api/v1/chats'], view)
  }
})

test('a second tab shows what changed while it opened, and does not read the list again for it', async () => {
  await product.customerWrites('919833000177', 'Uma Second', 'Before')
  await chatOf('919833000177')
  const first = await product.open('/inbox?view=all')
  const row = (page: Page) => list(page).getByRole('link', { name: /Uma Second/ })
  await row(first.page).waitFor()
  // A replica may lag by that much, so the first tab must follow for longer, which it does since it shows its list.
  const followsAt = await first.page.evaluate(() => performance.now())
  await first.page.waitForFunction((at) => performance.now() > at + 5_500, followsAt)
  const page = await first.context.newPage()
  const loading = Promise.withResolvers<void>()
  // The first conversations are requested beside the session, and the app follows nothing before it has that.
  await page.route(/\/api\/session(\?|$)/, async (route) => {
    await loading.promise
    await route.continue()
  })
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/chats\?.*status=open/.test(request.url())) lists.push(request.url())
  })
  const read = page.waitForResponse((each) => each.url().includes('/chats?'))
  await page.goto('/inbox?view=all', { waitUntil: 'commit' })
  await (await read).finished()
  await nextSecond()
  await product.customerWrites('919833000177', 'Uma Second', 'Meanwhile')
  await row(first.page).getByText('Meanwhile').waitFor()
  loading.resolve()
  await row(page).getByText('Meanwhile').waitFor()
  // A tab without an answer reads its data again after two seconds.
  const shownAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((at) => performance.now() > at + 2_500, shownAt)
  assert.equal(lists.length, 1, lists.join(' '))
  await product.customerWrites('919833000177', 'Uma Second', 'Afterwards')
  await row(page).getByText('Afterwards').waitFor()
  assert.deepEqual(first.problems, [])
})

test('a notice covers neither the composer nor the rail, names a short time, and shows its Undo whole', async () => {
  // This conversation opens after each of the others, with its composer.
  await product.customerWrites('919833000189', 'Olive Other', 'Hello')
  await chatOf('919833000189')
  for (const [index, [width, height]] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ].entries()) {
    await product.customerWrites(`91983300019${index}`, 'Noor Short', 'Later, please')
    const { id } = await chatOf(`91983300019${index}`)
    const { page } = await product.open(`/inbox/${id}?view=all`, { width: width!, height: height! })
    await message(page, 'Later, please').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('option', { name: 'Tomorrow morning' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Snoozed Noor Short' })
    await notice.waitFor()
    const text = await notice.innerText()
    assert.match(text, /^Snoozed Noor Short until \w{3}, \d\d:\d\d/)
    assert.doesNotMatch(text, /:\d\d:|20\d\d/)
    const box = async (one: Locator) => (await one.boundingBox())!
    const [shown, undo] = [
      await box(notice),
      await box(notice.getByRole('button', { name: 'Undo' })),
    ]
    assert.ok(undo.x >= shown.x && undo.x + undo.width <= shown.x + shown.width, `${width}: Undo`)
    const others = [
      page.getByRole('region', { name: 'Message composer' }),
      // On a phone, the conversation covers the rail.
      ...(width! > 390 ? [page.getByRole('navigation', { name: 'Main' })] : []),
    ]
    for (const one of others) {
      const other = await box(one)
      const isBeside = shown.x + shown.width <= other.x || other.x + other.width <= shown.x
      const isAbove = shown.y + shown.height <= other.y || other.y + other.height <= shown.y
      assert.ok(isBeside || isAbove, `${width}: ${JSON.stringify([shown, other])}`)
    }
  }
})

test('a new phone number of the customer is shown in the open thread at once', async () => {
  const from = '919833000077'
  await product.customerWrites(from, 'Tara Sen', 'Is it ready?')
  const { id } = await chatOf(from)
  const { page, problems } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Is it ready\\?').waitFor()
  const body = JSON.parse(
    textPayload(product.phoneNumberId, [{ id: 'wamid.number', from, name: 'Tara Sen', text: '' }]),
  )
  Object.assign(body.entry[0].changes[0].value.messages[0], {
    type: 'system',
    text: undefined,
    system: { type: 'user_changed_number', wa_id: '919833000078', body: 'Changed number' },
  })
  assert.equal((await product.postSigned(JSON.stringify(body))).status, 200)
  await thread(page).getByText('The customer changed their phone number').waitFor()
  assert.deepEqual(problems, [])
})

test('the list moves with what happens, and what one has chosen stays chosen', async () => {
  const people = ['Uma', 'Vik', 'Wes', 'Xia'].map((name, index) => ({
    name: `${name} Moves`,
    phone: `91983300010${index}`,
  }))
  for (const { phone, name } of people) await product.customerWrites(phone, name, 'One')
  await chatOf(people.at(-1)!.phone)
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Uma Moves/ })
    .focus()
  await nextSecond()
  await product.customerWrites(people[1]!.phone, people[1]!.name, 'Two')
  await waitFor(async () => (await names(page))[0] === 'Vik Moves')
  await nextSecond()
  await product.customerWrites(people[0]!.phone, people[0]!.name, 'Two')
  await waitFor(async () => (await names(page))[0] === 'Uma Moves')
  assert.match(await page.evaluate(() => document.activeElement!.textContent!), /Uma Moves/)
  await list(page)
    .getByRole('link', { name: /Uma Moves.*2 unread messages/ })
    .waitFor()
  const shown = await names(page)
  assert.equal(new Set(shown).size, shown.length)

  // Another agent reads and closes it: it is read and gone here too.
  const { id } = await chatOf(people[0]!.phone)
  await product.api(`POST /api/v1/chats/${id}/read`)
  await list(page)
    .getByRole('link', { name: /unread/ })
    .filter({ hasText: 'Uma Moves' })
    .waitFor({ state: 'detached' })
  await product.api(`PATCH /api/v1/chats/${id}`, { body: { status: 'closed' } })
  await list(page)
    .getByRole('link', { name: /Uma Moves/ })
    .waitFor({ state: 'detached' })
  await nextSecond()
  await product.customerWrites(people[0]!.phone, people[0]!.name, 'Three')
  await waitFor(async () => (await names(page))[0] === 'Uma Moves')
})

test('who waits longest comes first, a reply ends the wait, and rows say the channel and the kind of a file', async () => {
  await product.customerWrites('919833000091', 'Leela Menon', 'Is it open?')
  const first = await chatOf('919833000091')
  await nextSecond()
  await product.customerWrites('919833000092', 'Arun Shah', 'Do you deliver?')
  await chatOf('919833000092')
  // A customer who writes again keeps the place of the first message.
  await nextSecond()
  await product.customerWrites('919833000091', 'Leela Menon', 'Hello?')
  const { page } = await product.open('/inbox?view=all')
  const places = async () => {
    const all = await names(page)
    return ['Leela Menon', 'Arun Shah'].map((name) => all.indexOf(name))
  }
  await list(page).getByText('Hello?').waitFor()
  await list(page)
    .getByRole('link', { name: /Leela Menon.*WhatsApp.*Waiting since/ })
    .waitFor()
  const sortBy = async (order: string) => {
    await page.getByRole('button', { name: /^Sort: / }).click()
    await page.getByRole('menuitemradio', { name: order }).click()
    await page.getByRole('button', { name: `Sort: ${order}` }).waitFor()
  }
  await sortBy('Waiting longest')
  await waitFor(async () => {
    const [leela, arun] = await places()
    return leela! >= 0 && leela! < arun!
  })
  await product.api('POST /api/v1/messages/send', {
    body: { conversation_id: first.id, message: 'Yes, until six.' },
  })
  await waitFor(async () => (await places())[0] === -1)
  // The order is kept by another view of open conversations, and dropped by one without any that wait.
  await page.getByRole('button', { name: /^Unassigned/ }).click()
  await page.waitForURL(/view=unassigned&waiting=true/)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Closed' }).click()
  await page.waitForURL((url) => url.search === '?view=closed')
  await page.getByRole('button', { name: /^All/ }).click()
  await sortBy('Waiting longest')
  await sortBy('Newest first')
  await list(page).getByText('Yes, until six.').waitFor()
})

test('a long list renders the rows near the visible ones, loads the others on the way, and goes to both ends by keys', async () => {
  const guests = Array.from({ length: 140 }, (_, at) => `Guest ${at}`)
  await Promise.all(
    guests.map((name, at) => product.customerWrites(String(919834000000 + at), name, 'Hi')),
  )
  await chatOf('919834000139')
  const { page } = await product.open('/inbox?view=all')
  await list(page).getByRole('link').first().waitFor()
  const scroller = list(page).getByRole('list', { name: 'Conversations' }).locator('..')
  const seen = new Set<string>()
  await waitFor(async () => {
    const shown = await names(page)
    assert.ok(shown.length < 40, `${shown.length} rows`)
    for (const name of shown) seen.add(name)
    await scroller.evaluate((element) => (element.scrollTop += 500))
    return guests.every((name) => seen.has(name))
  })
  const focused = () =>
    page.evaluate(() => {
      const row = document.activeElement!.closest<HTMLElement>('[data-item-index]')
      return Number(row?.dataset['itemIndex'] ?? -1)
    })
  await list(page).getByRole('link').last().focus()
  await page.keyboard.press('Home')
  await waitFor(async () => (await focused()) === 0)
  await page.keyboard.press('End')
  await waitFor(async () => (await focused()) >= guests.length - 1)
  assert.equal(await page.locator('[data-item-index]:focus-within').isVisible(), true)
})

test('the tabs keep their place when the counts arrive', async () => {
  await product.customerWrites('919835000001', 'Tara Bose', 'Hello')
  await chatOf('919835000001')
  const { page } = await product.open('/inbox?view=all')
  const { promise, resolve } = Promise.withResolvers<void>()
  const path = /\/chats\/counts$/
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  await page.reload()
  await list(page)
    .getByRole('link', { name: /Tara Bose/ })
    .waitFor()
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('button')
  const places = () =>
    tabs.evaluateAll((buttons) => buttons.map((each) => Math.round(each.getBoundingClientRect().x)))
  // The letters come after the code.
  await page.evaluate(() => document.fonts.ready)
  const before = await places()
  assert.equal(await tabs.getByText(/\d/).count(), 0, 'no count has arrived')
  resolve()
  await tabs
    .getByText(/conversation/)
    .first()
    .waitFor({ state: 'attached' })
  assert.deepEqual(await places(), before)
})
