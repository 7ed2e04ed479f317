import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { settle, visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { openTicketTests, statusIn } from './ticket-tests.ts'

const product = await shareWebProduct()
const { api } = product
const { chatId, messageId, agentId, create, statusOf } = await openTicketTests(product)
/** Locates a field of a ticket; the conversation beside it has fields of like names. */
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('the list of tickets', () => {
  test('shows who it is about, and in words what is overdue', async () => {
    await create('Late one', { due_at: inHours(-49), priority: 'urgent' })
    await create('Early one', { due_at: inHours(5) })
    const { page, problems } = await product.open('/tickets?sort=due')
    const row = page.getByRole('row', { name: /Late one/ })
    await row.getByText(/^Overdue, 2 days ago$/).waitFor()
    await row.getByRole('img', { name: 'Urgent' }).waitFor()
    await row.getByText('Meera Nair').waitFor()
    await page
      .getByRole('row', { name: /Early one/ })
      .getByText(/^Due in 5 hours$/)
      .waitFor()
    // The keys of a list move through the rows.
    const focused = (title: string) => page.locator('a:focus', { hasText: title })
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await focused('Early one').waitFor()
    await page.keyboard.press('k')
    await focused('Late one').waitFor()
    await page.getByRole('button', { name: /^Overdue/ }).click()
    await page.waitForURL(/overdue=/)
    await page.getByRole('link', { name: 'Early one' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('link', { name: 'Late one' }).count(), 1)
    assert.deepEqual(problems, [])
  })

  test('is found by number and by words, and a link to it shows the same to somebody else', async () => {
    const made = await create('Find me by number')
    const { page } = await product.open('/tickets')
    await page.getByRole('searchbox').fill(`#${made.number}`)
    await page.waitForURL(/q=/)
    await page.getByRole('link', { name: 'Late one' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Find me by number' }).waitFor()
    const link = new URL(page.url())
    const other = await product.open(link.pathname + link.search, { as: 'agent' })
    await other.page.getByRole('link', { name: 'Find me by number' }).waitFor()
    assert.equal(await other.page.getByRole('searchbox').inputValue(), `#${made.number}`)
    assert.equal(await other.page.getByRole('link', { name: 'Late one' }).count(), 0)
  })

  test('keeps filters under a name, for everybody where one wants that', async () => {
    await create('Only urgent', { priority: 'urgent' })
    const { page } = await product.open('/tickets')
    await chooseFilter(page, 'Priority', 'Urgent')
    await page.waitForURL(/priority=urgent/)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Fires')
    await page.getByLabel('Share with everyone in the workspace').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved the view “Fires”.').waitFor()
    const other = await product.open('/tickets', { as: 'agent' })
    await other.page.getByRole('button', { name: 'Saved views' }).click()
    await other.page.getByRole('button', { name: /Fires/ }).click()
    await other.page.waitForURL(/priority=urgent/)
    await other.page.getByRole('link', { name: 'Early one' }).waitFor({ state: 'detached' })
    await other.page.getByRole('link', { name: 'Only urgent' }).waitFor()
  })

  test('learns of a new ticket and of a change by itself', async () => {
    const { page } = await product.open('/tickets')
    await settle(page)
    const made = await create('Comes by itself')
    const row = page.getByRole('row', { name: /Comes by itself/ })
    await row.getByRole('img', { name: 'Medium' }).waitFor()
    await api(`PATCH /api/v1/tickets/${made.id}`, { body: { priority: 'low' } })
    await row.getByRole('img', { name: 'Low' }).waitFor()
  })

  test('is made by keyboard alone', async () => {
    const { page } = await product.open('/tickets')
    await settle(page)
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Contact' }).waitFor()
    await page.keyboard.type('meera')
    await page.getByRole('option', { name: /Meera Nair/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Typed, not clicked')
    for (const key of ['Tab', '1', 'Enter', '2', 'ControlOrMeta+Enter'])
      await page.keyboard.press(key)
    await page.getByRole('heading', { level: 1, name: 'Typed, not clicked' }).waitFor()
    await page.getByText(/^1\s+2$/).waitFor()
  })
})

describe('the board', () => {
  const column = (page: Page, name: string) =>
    page
      .getByRole('region', { name })
      .or(page.locator(`section[aria-label="${name}"]`))
      .first()
  const card = (where: Page | Locator, title: string) => where.getByRole('link', { name: title })

  test('moves a ticket by dragging, for everybody who looks, and takes it back', async () => {
    const made = await create('Drag me')
    const { page } = await product.open('/tickets/board')
    const other = await product.open('/tickets/board', { as: 'agent' })
    await card(column(other.page, 'Open'), 'Drag me').waitFor()
    const from = await card(column(page, 'Open'), 'Drag me').boundingBox()
    const to = await column(page, 'Solved').boundingBox()
    await page.mouse.move(from!.x + 20, from!.y + 8)
    await page.mouse.down()
    await page.mouse.move(from!.x + 60, from!.y + 30, { steps: 4 })
    await page.mouse.move(to!.x + 60, to!.y + 80, { steps: 8 })
    await page.mouse.up()
    await card(column(page, 'Solved'), 'Drag me').waitFor()
    await card(column(other.page, 'Solved'), 'Drag me').waitFor()
    await waitFor(async () => (await statusOf(made.id)) === 'solved')
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(column(page, 'Open'), 'Drag me').waitFor()
    await card(column(other.page, 'Open'), 'Drag me').waitFor()
    assert.equal(await statusOf(made.id), 'open')
  })

  test('moves a ticket by keys alone, says so, and keeps the focus on it', async () => {
    const made = await create('Key me')
    const { page } = await product.open('/tickets/board')
    await card(column(page, 'Open'), 'Key me').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await card(column(page, 'Pending'), 'Key me').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.id)
    const untilFocused = () =>
      waitFor(async () => (await focused()) === `ticket-${made.id}`, { what: 'the focus' })
    await untilFocused()
    await page
      .locator('[aria-live="polite"]')
      .getByText(`Ticket #${made.number} moved to “Pending”.`)
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Alt+ArrowRight')
    await card(column(page, 'Solved'), 'Key me').waitFor()
    await waitFor(async () => (await statusOf(made.id)) === 'solved')
    await untilFocused()
    await page.keyboard.press('ArrowLeft')
    await waitFor(async () => {
      const id = await focused()
      return id?.startsWith('ticket-') && id !== `ticket-${made.id}`
    })
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)
  })

  test('makes changes in the order of the keys, also while the first one is on its way', async () => {
    const made = await create('Key me twice')
    const { page } = await product.open('/tickets/board')
    await settle(page)
    await card(column(page, 'Open'), 'Key me twice').focus()
    let isSecondPressed = () => {}
    const secondPressed = new Promise<void>((resolve) => (isSecondPressed = resolve))
    const delay = (route: Route) => secondPressed.then(() => route.continue())
    await page.route(`**/api/v1/tickets/${made.id}`, delay, { times: 1 })
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowRight')
    await card(column(page, 'Solved'), 'Key me twice').waitFor()
    const answers = ['pending', 'solved'].map((status) =>
      page.waitForResponse(async (each) => (await statusIn(each)) === status),
    )
    isSecondPressed()
    await Promise.all(answers)
    assert.equal(await statusOf(made.id), 'solved')
    assert.equal(await card(column(page, 'Solved'), 'Key me twice').count(), 1)
  })

  test('has the views that its columns leave to choose', async () => {
    await create('Late on the board', { due_at: inHours(-3) })
    await create('Early on the board', { due_at: inHours(3) })
    const { page } = await product.open('/tickets/board')
    await card(page, 'Early on the board').waitFor()
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Overdue' }).click()
    await card(page, 'Early on the board').waitFor({ state: 'detached' })
    await card(page, 'Late on the board').waitFor()
    await views.getByRole('button', { name: 'All' }).click()
    await card(page, 'Early on the board').waitFor()
  })

  test('moves a ticket by its menu on a phone', async () => {
    const made = await create('Tap me')
    const { page } = await product.open('/tickets/board', { width: 375, height: 740 })
    await page.getByRole('button', { name: `Move ticket #${made.number}` }).click()
    await page.getByRole('menuitem', { name: /Pending/ }).click()
    await card(column(page, 'Pending'), 'Tap me').waitFor()
    await waitFor(async () => (await statusOf(made.id)) === 'pending')
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(excess, 0)
  })

  test('puts a ticket back that the server does not take', async () => {
    const made = await create('Refuse me')
    const { page } = await product.open('/tickets/board')
    await card(column(page, 'Open'), 'Refuse me').waitFor()
    await page.route(`**/api/v1/tickets/${made.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'forbidden', detail: 'You may not.' }),
          })
        : route.continue(),
    )
    await card(column(page, 'Open'), 'Refuse me').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('Couldn’t update the ticket').waitFor()
    await card(column(page, 'Open'), 'Refuse me').waitFor()
    assert.equal(await statusOf(made.id), 'open')
  })
})

describe('a ticket', () => {
  test('has its conversation in a tab, which goes on by itself', async () => {
    const made = await create('With a conversation', { message_id: messageId })
    const { page, problems } = await product.open(`/tickets/${made.id}`)
    await page.getByRole('tab', { name: 'Conversation' }).click()
    await page.waitForURL(/view=conversation/)
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.getByText('My kettle came broken.').waitFor()
    await conversation.getByRole('button', { name: 'Go to original message' }).click()
    await conversation.locator('[data-highlighted="true"]').getByText('My kettle').waitFor()
    await product.customerWrites('919812300001', 'Meera Nair', 'And the lid is missing.')
    await conversation.getByRole('log').getByText('And the lid is missing.').waitFor()
    await conversation.getByRole('link', { name: 'Open in inbox' }).click()
    await page.waitForURL(new RegExp(`/inbox/${chatId}`))
    await page.getByRole('log').getByText('And the lid is missing.').waitFor()
    assert.deepEqual(problems, [])
  })

  test('is answered on its page by keys alone, and a colleague sees who is there', async () => {
    const made = await create('Answer me here', { message_id: messageId })
    const { page, problems } = await product.open(`/tickets/${made.id}`)
    await fieldOf(page, 'Status').waitFor()
    await settle(page)
    // The first key opens the conversation; what is typed meanwhile is text.
    await page.keyboard.press('r')
    await page.keyboard.type('A new ')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.getByText('My kettle came broken.').waitFor()
    const other = await product.open(`/tickets/${made.id}?view=conversation`, { as: 'agent' })
    await conversation
      .getByRole('status')
      .getByText(/is also viewing/)
      .waitFor()
    await conversation.getByRole('textbox', { name: /^Message to/ }).waitFor()
    await page.keyboard.type('lid is on its way.')
    await page.keyboard.press('Enter')
    await conversation.getByRole('log').getByText('A new lid is on its way.').waitFor()
    await other.page.getByRole('log').getByText('A new lid is on its way.').waitFor()
    await waitFor(
      async () => {
        const { data } = (await api(`GET /api/v1/chats/${chatId}/messages`)).body
        const [newest] = data as { text: string; status: string }[]
        return newest!.text === 'A new lid is on its way.' && newest!.status !== 'queued'
      },
      { what: 'the answer on its way' },
    )
    await conversation.getByRole('button', { name: 'Note', exact: true }).click()
    await page.keyboard.type('The warehouse knows.')
    await page.keyboard.press('Enter')
    await other.page.getByRole('log').getByText('The warehouse knows.').waitFor()
    assert.deepEqual(problems, [])
  })

  test('is changed where it stands, and every change can be taken back', async () => {
    const made = await create('Change me')
    const read = async () => (await api(`GET /api/v1/tickets/${made.id}`)).body
    const { page } = await product.open(`/tickets/${made.id}`)
    await fieldOf(page, 'Status').selectOption('pending')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitFor(async () => (await read()).status === 'open')
    await fieldOf(page, 'Assignee').selectOption(agentId)
    await fieldOf(page, 'Priority').selectOption('high')
    await fieldOf(page, 'Due').fill('2031-05-06T10:30')
    await fieldOf(page, 'Due').press('Enter')
    await waitFor(async () => {
      const { assignee_id, priority, due_at } = await read()
      return assignee_id === agentId && priority === 'high' && due_at === '2031-05-06T05:00:00.000Z'
    })
    await page.getByRole('button', { name: 'Edit title' }).click()
    await page.getByLabel('Title').fill('<b>Changed</b>')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '<b>Changed</b>' }).waitFor()
    await waitFor(async () => (await read()).title === '<b>Changed</b>')
  })

  test('has a description, tags, files and comments with mentions, and says who changed what', async () => {
    const tag = (await api('POST /api/v1/tags', { body: { name: 'Warranty', color: 'red' } })).body
    const made = await create('Talk about me', { conversation_id: chatId })
    const { page, problems } = await product.open(`/tickets/${made.id}`)
    const other = await product.open(`/tickets/${made.id}`, { as: 'agent' })
    await page.getByRole('button', { name: 'Add description' }).click()
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill(
        'See https://example.com/kettle\n\n- a **bold** [claim](javascript:alert(1))\n- <img src=x>\n\n```\nkettle *1*\n```',
      )
    await page.getByRole('button', { name: 'Save description' }).click()
    await page.getByRole('link', { name: 'https://example.com/kettle' }).waitFor()
    const description = page.getByRole('region', { name: 'Description' })
    await description.locator('li strong').getByText('bold').waitFor()
    await description.locator('pre code').getByText('kettle *1*').waitFor()
    await description.getByText('<img src=x>').waitFor()
    assert.equal(await description.getByRole('link').count(), 1)
    await page.getByRole('combobox', { name: 'Tags' }).click()
    await page.getByRole('option', { name: 'Warranty' }).click()
    await page.keyboard.press('Escape')
    await page.locator('input[type="file"][aria-label="Add files"]').setInputFiles({
      name: 'receipt.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 a receipt'),
    })
    await page.getByRole('link', { name: 'receipt.pdf' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Internal comment' })
    await field.pressSequentially('Look at it, @age')
    await page.getByRole('option', { name: /agent@/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    const seen = other.page.getByRole('list', { name: 'Activity' })
    await seen.getByText('Look at it, @agent').waitFor()
    for (const change of [/changed the description/, /added the tag Warranty/, /added the file/])
      await seen.getByText(change).first().waitFor()
    await other.page.getByRole('link', { name: 'receipt.pdf' }).waitFor()
    assert.equal(await seen.getByRole('button', { name: 'Edit comment' }).count(), 0)
    const own = page.getByRole('list', { name: 'Activity' })
    await own.getByRole('button', { name: 'Edit comment' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('Never mind')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await own.getByText('Never mind').waitFor()
    await own.getByText('Show earlier text').click()
    await own.getByText('Look at it, @agent').waitFor()
    const { body } = await api(`GET /api/v1/tickets/${made.id}`)
    assert.deepEqual(
      [body.tags.map(({ id }: { id: string }) => id), body.attachments.length],
      [[tag.id], 1],
    )
    const { data } = (await api(`GET /api/v1/tickets/${made.id}/activity?kind=comment`)).body
    assert.deepEqual(data[0].text, 'Never mind')
    assert.deepEqual(await findViolations(page), [])
    await visit(page, `/tickets?tag=${tag.id}`)
    await page.getByRole('row', { name: /Talk about me.*Warranty/ }).waitFor()
    assert.deepEqual(problems, [])
  })

  test('is an entry of the thread it belongs to, from its creation on, without a reload', async () => {
    const { page } = await product.open(`/inbox/${chatId}`)
    await page.getByRole('log').getByText('My kettle came broken.').waitFor()
    const made = await create('Seen in the thread', { conversation_id: chatId })
    const entries = page.getByRole('log').locator('[data-change="ticket"]')
    await entries.filter({ hasText: /created ticket #\d+: Seen in the thread/ }).waitFor()
    await api(`PATCH /api/v1/tickets/${made.id}`, { body: { status: 'closed' } })
    await entries.filter({ hasText: /closed ticket #\d+: Seen in the thread/ }).waitFor()
    await entries
      .getByRole('link', { name: `ticket #${made.number}` })
      .first()
      .click()
    await page.waitForURL(new RegExp(`/tickets/${made.id}`))
  })

  test('shows what a colleague changes', async () => {
    const made = await create('Two look at it')
    const { page } = await product.open(`/tickets/${made.id}`)
    const other = await product.open(`/tickets/${made.id}`, { as: 'agent' })
    await fieldOf(other.page, 'Status').waitFor()
    await fieldOf(page, 'Status').selectOption('solved')
    await waitFor(async () => (await fieldOf(other.page, 'Status').inputValue()) === 'solved')
  })

  test('shows a change from before its live stream opened, however long that took', async () => {
    const made = await create('Changed while it loads')
    const { page } = await product.open('/contacts')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/api\/app\/live/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/tickets/${made.id}`)
    await fieldOf(page, 'Status').waitFor()
    // Longer than a tab waits for one that already holds the stream.
    await page.waitForTimeout(2500)
    await product.api(`PATCH /api/v1/tickets/${made.id}`, { body: { status: 'solved' } })
    assert.equal(await fieldOf(page, 'Status').inputValue(), 'open')
    release()
    await waitFor(async () => (await fieldOf(page, 'Status').inputValue()) === 'solved')
  })

  test('that does not exist says so', async () => {
    const { page } = await product.open('/tickets/01900000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  })
})

test('the pages of tickets break no rule of WCAG 2.2 AA, with a dialog open too', async () => {
  const made = await create('Looked at')
  const { page } = await product.open('/tickets')
  for (const path of ['/tickets', '/tickets/board', `/tickets/${made.id}`]) {
    await visit(page, path)
    await settle(page)
    assert.deepEqual(await findViolations(page), [], path)
  }
  await visit(page, '/tickets')
  await settle(page)
  await page.keyboard.press('c')
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(await findViolations(page), [], 'dialog')
})
