import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { coversNothing, press } from './keyboard.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()
const customers = ['Asha', 'Bilal', 'Chitra', 'Dev', 'Esha'].map((name, index) => ({
  name: `${name} Keys`,
  phone: `9198220000${String(index).padStart(2, '0')}`,
}))
for (const { name, phone } of customers) await product.customerWrites(phone, name, `I am ${name}`)
await waitFor(async () => {
  const { body } = await product.api('GET /api/v1/chats')
  return body.data.length === customers.length
})

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const chatOf = async (name: string) =>
  (await product.api(`GET /api/v1/chats?q=${encodeURIComponent(name)}`)).body.data[0]

const openNames = async () =>
  (await product.api('GET /api/v1/chats?status=open')).body.data.map(
    (chat: Conversation) => chat.person.name as string,
  )

/** Waits until the conversation with `name` is shown with its messages. */
async function isShown(page: Page, name: string): Promise<void> {
  await thread(page).getByRole('heading', { name }).waitFor()
  await page.getByRole('log').getByText(`I am ${name}`).waitFor()
}

async function focusIsOn(page: Page, name: string): Promise<void> {
  await waitFor(async () => (await focused(page)).includes(name), { what: `the focus on ${name}` })
}

test('a day in the inbox needs no mouse', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Asha Keys/ })
    .waitFor()

  // Down the list and up again, the thread moves along; the newest conversation is first.
  await press(page, 'j')
  await focusIsOn(page, 'Esha Keys')
  await isShown(page, 'Esha Keys')
  await press(page, 'j')
  await isShown(page, 'Dev Keys')
  await press(page, 'j')
  await isShown(page, 'Chitra Keys')
  await press(page, 'k')
  await focusIsOn(page, 'Dev Keys')
  await isShown(page, 'Dev Keys')
  await press(page, 'ArrowDown')
  await focusIsOn(page, 'Chitra Keys')
  await isShown(page, 'Chitra Keys')

  await press(page, 'i')
  await waitFor(async () => (await chatOf('Chitra')).assignee_id !== null)
  await waitFor(async () => (await chatOf('Chitra')).unread_count === 0)

  await startWriting(page, 'r')
  await page.keyboard.type('Hello Chitra')
  await press(page, 'Enter')
  await thread(page).locator('article', { hasText: 'Hello Chitra' }).waitFor()
  await press(page, 'Escape')
  await startWriting(page, 'n')
  await page.keyboard.type('A word among us')
  await press(page, 'Enter')
  await thread(page).getByText('Your note').waitFor()
  await press(page, 'Escape')

  await press(page, 't')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('urgent')
  await page.getByRole('option', { name: 'Create tag “urgent”' }).waitFor()
  await press(page, 'Enter')
  await page.getByRole('option', { name: 'urgent', selected: true }).waitFor()
  await press(page, 'Escape')
  await waitFor(async () => (await chatOf('Chitra')).tags[0]?.name === 'urgent')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await press(page, 'u')
  await waitFor(async () => (await chatOf('Chitra')).unread_count === 1)

  await press(page, 's')
  await page.getByRole('option', { name: 'In an hour' }).waitFor()
  await press(page, 'ArrowDown', 'ArrowUp', 'Enter')
  await waitFor(async () => (await chatOf('Chitra')).status === 'snoozed')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The next conversation opens; undoing the snooze opens the former one again.
  await isShown(page, 'Esha Keys')
  await focusIsOn(page, 'Esha Keys')
  await page.getByRole('button', { name: 'Undo' }).last().waitFor()
  await press(page, 'z')
  await waitFor(async () => (await chatOf('Chitra')).status === 'open')
  await isShown(page, 'Chitra Keys')

  await press(page, 'a')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('unas')
  await page.getByRole('option', { name: 'Unassigned' }).waitFor()
  await press(page, 'Enter')
  await waitFor(async () => (await chatOf('Chitra')).assignee_id === null)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Back to the list, on to another conversation, and out of it.
  await press(page, 'Escape')
  await focusIsOn(page, 'Chitra Keys')
  await press(page, 'Escape')
  await page.waitForURL((url) => url.pathname === '/inbox')
  assert.deepEqual(problems, [])
})

test('closing opens the next conversation, and Z closes nothing and opens the former one again', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Asha Keys/ })
    .waitFor()
  const before = await openNames()
  // Nothing is shown yet: the key of an action opens the conversation and does no more.
  await press(page, 'j', 'Escape', 'Escape')
  await page.waitForURL((url) => url.pathname === '/inbox')
  await press(page, 'e')
  await isShown(page, before[0]!)
  assert.deepEqual(await openNames(), before)

  await press(page, 'j')
  await isShown(page, before[1]!)
  await press(page, 'e')
  await isShown(page, before[2]!)
  await focusIsOn(page, before[2]!)
  await waitFor(async () => !(await openNames()).includes(before[1]!))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await press(page, 'z')
  await waitFor(async () => (await openNames()).includes(before[1]!))
  await isShown(page, before[1]!)
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  await press(page, 'z')
  assert.deepEqual(await openNames(), before, 'there is nothing left to undo')

  // The contact pane and the filters, by one key each.
  const shown = page.getByRole('complementary', { name: 'Contact details' })
  await shown.waitFor()
  await press(page, 'p')
  await shown.waitFor({ state: 'detached' })
  await press(page, 'p')
  await shown.waitFor()
  await press(page, 'f')
  await page.getByLabel('Unread only').waitFor()
  assert.deepEqual(problems, [])
})

test('a conversation is not closed before its messages are shown', async () => {
  const { page } = await product.open('/inbox?view=all')
  const before = await openNames()
  const { id } = await chatOf(before[1]!.split(' ')[0]!)
  let answer = () => undefined as void
  const isAsked = new Promise<void>((resolve) => {
    void page.route(`**/api/v1/chats/${id}/thread*`, async (route) => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      await route.continue()
    })
  })
  await list(page)
    .getByRole('link', { name: new RegExp(before[0]!) })
    .click()
  await isShown(page, before[0]!)
  await press(page, 'e')
  await isAsked
  await thread(page).getByRole('heading', { name: before[1]! }).waitFor()
  await press(page, 'e', 'u', 'i')
  answer()
  await isShown(page, before[1]!)
  await waitFor(async () => !(await openNames()).includes(before[0]!))
  assert.equal((await chatOf(before[1]!.split(' ')[0]!)).status, 'open')
  assert.equal((await chatOf(before[1]!.split(' ')[0]!)).assignee_id, null)
  await press(page, 'z')
  await waitFor(async () => (await openNames()).length === before.length)
})

test('after closing, the previous conversation or the list is shown if the member chose so', async () => {
  const { page } = await product.open('/settings/profile')
  const choose = (label: string) =>
    page.getByLabel('After closing or snoozing a conversation').selectOption({ label })
  await choose('Open the previous conversation')
  await page.getByText('Changes saved.').waitFor()
  await visit(page, '/inbox?view=all')
  const before = await openNames()
  const open = (name: string) =>
    list(page)
      .getByRole('link', { name: new RegExp(name) })
      .click()
  await open(before[2]!)
  await isShown(page, before[2]!)
  // The second click of a double click does not close the conversation that opens.
  await thread(page).getByRole('button', { name: 'Close', exact: true }).dblclick()
  await isShown(page, before[1]!)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isShown(page, before[2]!)
  await waitFor(async () => (await openNames()).length === before.length)

  await page.goto('/settings/profile')
  await choose('Go back to the list')
  await page.getByText('Changes saved.').waitFor()
  await visit(page, '/inbox?view=all')
  await open(before[2]!)
  await isShown(page, before[2]!)
  await press(page, 'e')
  await page.waitForURL((url) => url.pathname === '/inbox')
  await focusIsOn(page, before[3]!)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await press(page, 'z')
  await isShown(page, before[2]!)
  await waitFor(async () => (await openNames()).length === before.length)
  await product.admin('PATCH /api/session/preferences', { body: { after_done: 'next' } })
})

test('every dialog names the customer, and gives the focus back', async () => {
  for (const width of [1280, 390]) {
    const { page } = await product.open('/inbox?view=all', { width })
    await list(page)
      .getByRole('link', { name: /Chitra Keys/ })
      .click()
    await isShown(page, 'Chitra Keys')
    const isKept = () =>
      waitFor(() => page.evaluate(() => document.activeElement !== document.body), {
        what: `a focus at ${width} pixels`,
      })
    for (const key of ['a', 's', 't', 'T']) {
      await press(page, key)
      await page.getByRole('dialog', { name: /Chitra Keys/ }).waitFor()
      await press(page, 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await isKept()
    }
    await thread(page).locator('article').first().hover()
    await thread(page).getByRole('button', { name: 'Message actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Delivery details' }).click()
    await page.getByRole('dialog', { name: /Chitra Keys/ }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isKept()
    await startWriting(page, 'r')
    await press(page, 'Escape')
    await isKept()
    await press(page, 'u')
    await page.getByText('Marked Chitra Keys as unread').waitFor()
    await isKept()
    await press(page, 'e')
    const notice = page.getByRole('alert').filter({ hasText: 'Closed Chitra Keys' })
    await notice.waitFor()
    await coversNothing(page, notice)
    await thread(page).getByRole('heading', { name: 'Chitra Keys' }).waitFor({ state: 'detached' })
    await isKept()
    await press(page, 'z')
    await isShown(page, 'Chitra Keys')
    await isKept()
    await press(page, 'Escape')
    await list(page)
      .getByRole('link', { name: /Chitra Keys/ })
      .waitFor()
    await focusIsOn(page, 'Chitra Keys')
  }
})

test('Escape right after R leaves the field for good', async () => {
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Chitra Keys/ })
    .click()
  await startWriting(page, 'r')
  await press(page, 'Escape')
  const tagName = await page.evaluate(async () => {
    const send = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    send('r')
    const between = document.activeElement?.tagName
    send('Escape')
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return [between, document.activeElement?.tagName]
  })
  assert.equal(tagName[0], 'TEXTAREA')
  assert.notEqual(tagName[1], 'TEXTAREA')
})

test('a member changes keys and turns single keys off, and no two actions get the same', async () => {
  const { page, problems } = await product.open('/settings/shortcuts')
  const change = (name: string) =>
    page.getByRole('button', { name: `Change keys: ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await change('Close conversation')
  await page.getByLabel('New keys').waitFor()
  await press(page, 's')
  await dialog.getByText('S is already used for “Snooze”.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
  await press(page, 'Backspace', 'q', 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Reset keys: Close conversation' }).waitFor()

  await page.goto('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Dev Keys/ })
    .click()
  await isShown(page, 'Dev Keys')
  assert.equal(
    await thread(page).getByRole('button', { name: 'Close', exact: true }).getAttribute('title'),
    'Close (Q)',
  )
  await press(page, '?')
  const row = dialog.getByText('Close conversation', { exact: true }).locator('..')
  await row.getByText('Q', { exact: true }).waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'e')
  await press(page, 'q')
  await page.getByText('Closed Dev Keys').waitFor()
  await press(page, 'z')
  await isShown(page, 'Dev Keys')

  await page.goto('/settings/shortcuts')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
  await page.getByText('Changes saved.').waitFor()
  await page.goto('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Dev Keys/ })
    .click()
  await isShown(page, 'Dev Keys')
  await press(page, 'q', 'a', '?')
  // Ctrl and a key still work, and the palette shows no keys that are off.
  await press(page, 'ControlOrMeta+k')
  await page.getByPlaceholder('Search or run a command').waitFor()
  assert.equal(await page.getByText('Keyboard shortcuts', { exact: true }).count(), 1)
  assert.equal((await chatOf('Dev')).status, 'open')

  await page.goto('/settings/shortcuts')
  await page.getByRole('button', { name: 'Reset all to default' }).click()
  await page
    .getByRole('button', { name: 'Reset keys: Close conversation' })
    .waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
  await page.getByText('Changes saved.').first().waitFor()
  assert.deepEqual(problems, [])
})

test('views turn by brackets, and the search is reached, used and left by keys', async () => {
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Asha Keys/ })
    .waitFor()
  const current = () =>
    page.locator('nav[aria-label="Views"] [aria-current="true"]').first().textContent()
  await press(page, '[')
  await waitFor(async () => (await current())?.startsWith('Unassigned'))
  await press(page, ']', ']')
  await waitFor(async () => (await current())?.startsWith('Snoozed'))
  await press(page, '[')
  await waitFor(async () => (await current())?.startsWith('All'))

  await press(page, '/')
  await page.keyboard.type('Bilal')
  await page.locator('[data-result]').first().waitFor()
  await press(page, 'ArrowDown', 'Enter')
  await thread(page).getByText('I am Bilal Keys').waitFor()
  await press(page, '/', 'Escape', 'Escape')
  await waitFor(async () => (await focused(page)).includes('Bilal Keys'))
})

test('a message is answered, copied or made a ticket by keys', async () => {
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Dev Keys/ })
    .click()
  const found = thread(page).locator('article', { hasText: 'I am Dev Keys' })
  await found.waitFor()
  await page.getByRole('log').focus()
  await press(page, 'Tab')
  const button = found.getByRole('button', { name: 'Message actions' })
  await waitFor(() => button.evaluate((each) => each === document.activeElement))
  await press(page, 'Enter')
  await page.getByRole('menuitem', { name: 'Reply' }).waitFor()
  await page.getByRole('menuitem', { name: 'Reply' }).focus()
  await press(page, 'Enter')
  await page.keyboard.type('Quoting you')
  await press(page, 'Enter')
  const answer = thread(page).locator('article', { hasText: 'Quoting you' })
  await answer.getByRole('button', { name: /I am Dev Keys/ }).waitFor()
})

test('every key of the inbox stands in the list that ? shows', async () => {
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Esha Keys/ })
    .waitFor()
  await press(page, '?')
  const dialog = page.getByRole('dialog')
  for (const label of [
    'Next conversation',
    'Previous conversation',
    'Search',
    'Next view',
    'Snooze',
    'Assign',
    'Assign to me',
    'Tag',
    'Reply',
    'Write note',
    'Mark as unread',
    'Create ticket',
    'Undo',
    'Filter',
    'Show or hide contact details',
  ])
    await dialog.getByText(label, { exact: true }).waitFor()
})

test('the palette does what the keys do', async () => {
  const { page } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Bilal Keys/ })
    .click()
  await thread(page).getByText('I am Bilal Keys').waitFor()
  await press(page, 'ControlOrMeta+k')
  await page.getByPlaceholder('Search or run a command').waitFor()
  await page.keyboard.type('Assign to me')
  await page.getByText('Assign to me').first().waitFor()
  await press(page, 'Enter')
  await thread(page).getByText('You assigned this to yourself').waitFor()
})
