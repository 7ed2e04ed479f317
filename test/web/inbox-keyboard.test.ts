import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { startWebProduct } from './product.ts'
import { startWriting } from './start-writing.ts'

const product = await startWebProduct()
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

/** Presses keys one after the other, as a user without a mouse does. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function focusIsOn(page: Page, name: string): Promise<void> {
  await waitFor(async () => (await focused(page)).includes(name), { what: `the focus on ${name}` })
}

test('a day in the inbox needs no mouse', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Asha Keys/ })
    .waitFor()

  // Down the list and up again; the newest conversation is first.
  await press(page, 'j')
  await focusIsOn(page, 'Esha Keys')
  await press(page, 'j', 'j')
  await focusIsOn(page, 'Chitra Keys')
  await press(page, 'k')
  await focusIsOn(page, 'Dev Keys')
  await press(page, 'ArrowDown')
  await focusIsOn(page, 'Chitra Keys')

  // An action applies to the focused conversation, opened or not.
  await press(page, 'i')
  await waitFor(async () => (await chatOf('Chitra')).assignee_id !== null)
  await press(page, 'Enter')
  await thread(page).getByText('I am Chitra Keys').waitFor()
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
  await press(page, 'e')
  await waitFor(async () => (await chatOf('Chitra')).status === 'closed')
  await press(page, 'e')
  await waitFor(async () => (await chatOf('Chitra')).status === 'open')

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

test('a chat that is closed leaves the keys at the next one, and Z takes it back', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await list(page)
    .getByRole('link', { name: /Asha Keys/ })
    .waitFor()
  const names = async () => {
    const { body } = await product.api('GET /api/v1/chats?status=open')
    return body.data.map((chat: any) => chat.person.name as string)
  }
  const before = await names()
  await press(page, 'j', 'j')
  await focusIsOn(page, before[1]!)
  await press(page, 'e')
  await focusIsOn(page, before[2]!)
  await waitFor(async () => !(await names()).includes(before[1]!))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await press(page, 'z')
  await waitFor(async () => (await names()).includes(before[1]!))
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  await press(page, 'k')
  await focusIsOn(page, before[1]!)
  await press(page, 'z')
  assert.deepEqual(await names(), before, 'there is nothing left to take back')

  // The contact pane and the filters, by one key each.
  await press(page, 'Enter')
  await thread(page).getByText(`I am ${before[1]}`).waitFor()
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
  await page.getByPlaceholder('Search pages and actions').waitFor()
  await page.keyboard.type('Assign to me')
  await page.getByText('Assign to me').first().waitFor()
  await press(page, 'Enter')
  await thread(page).getByText('You assigned this to yourself').waitFor()
})
