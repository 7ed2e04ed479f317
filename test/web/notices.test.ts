import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '#client/generated/models.ts'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { coversNothing, press } from './keyboard.ts'
import { thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const customers = ['Anouk', 'Bram', 'Cleo', 'Daan', 'Evi', 'Floris'].map((name) => `${name} Notice`)
for (const [index, name] of customers.entries())
  await product.customerWrites(`3161234560${index}`, name, `This is ${name}`)
/** The customers in the order of the list, from below. */
const names: string[] = await waitFor(async () => {
  const { body } = await product.api('GET /api/v1/chats')
  const all = body.data.map((chat: Conversation) => chat.person.name)
  return all.length === customers.length && all.toReversed()
})

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name) })
const notices = (page: Page) => page.locator('[data-notice]')
const undo = (page: Page) => notices(page).getByRole('button', { name: 'Undo' })
const statusOf = async (name: string) =>
  (await product.api(`GET /api/v1/chats?q=${encodeURIComponent(name)}`)).body.data[0].status

async function isShown(page: Page, name: string): Promise<void> {
  await thread(page).getByRole('heading', { name }).waitFor()
  await page.getByRole('log').getByText(`This is ${name}`).waitFor()
}

async function open(page: Page, name: string): Promise<void> {
  await row(page, name).click()
  await isShown(page, name)
}

/** Waits for the only notice, and keeps it with the pointer. */
async function hold(page: Page, text: string): Promise<Locator> {
  const notice = notices(page).getByRole('alert')
  await notice.filter({ hasText: text }).hover()
  assert.equal(await notices(page).count(), 1)
  return notice
}

test('one notice is shown at a time, in one line, and covers no row and no composer', async () => {
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    const { page, problems } = await product.open('/inbox?view=all', { width, height })
    await open(page, names[0]!)
    await press(page, 'u')
    await hold(page, `Marked ${names[0]} as unread`)
    assert.deepEqual(await findViolations(page), [])
    await press(page, 'i')
    const notice = await hold(page, `Assigned ${names[0]} to you`)
    const { height: lines } = (await notice.boundingBox())!
    assert.ok(lines < 50, `${width}: one line, not ${lines} pixels`)
    await coversNothing(page, notice)
    await press(page, 'z')
    await notices(page).waitFor({ state: 'detached' })
    // Beside a list without a thread, too.
    await page.goto('/inbox?view=all')
    await row(page, names[1]!).focus()
    await press(page, 'x')
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Mark as read' })
      .click()
    await coversNothing(page, notices(page).getByRole('alert'), false)
    assert.deepEqual(problems, [])
  }
})

test('Z undoes what the notice names, and names an earlier action before it undoes it', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await open(page, names[5]!)
  for (const name of [names[5]!, names[4]!, names[3]!]) {
    await isShown(page, name)
    await press(page, 'e')
    await notices(page).getByText(`Closed ${name}`).waitFor()
    assert.equal(await notices(page).count(), 1)
  }
  await hold(page, `Closed ${names[3]}`)
  await press(page, 'z')
  await waitFor(async () => (await statusOf(names[3]!)) === 'open')
  await isShown(page, names[3]!)
  await undo(page).waitFor({ state: 'detached' })
  assert.equal(await statusOf(names[4]!), 'closed')
  await press(page, 'z')
  await hold(page, `Closed ${names[4]}`)
  assert.equal(await statusOf(names[4]!), 'closed', 'it is named first')
  await press(page, 'z')
  await waitFor(async () => (await statusOf(names[4]!)) === 'open')
  assert.equal(await statusOf(names[5]!), 'closed')
  await press(page, 'z')
  await hold(page, `Closed ${names[5]}`)
  await undo(page).click()
  await waitFor(async () => (await statusOf(names[5]!)) === 'open')
  await isShown(page, names[5]!)
  assert.deepEqual(problems, [])
})

test('a close that the server refuses is reported once, without an undo, and the conversation is shown again', async () => {
  const { page } = await product.open('/inbox?view=all')
  await open(page, names[3]!)
  let refuse = () => undefined as void
  let asked = Promise.withResolvers<void>()
  await page.route('**/api/v1/chats/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    asked.resolve()
    await new Promise<void>((resolve) => (refuse = resolve))
    await route.abort()
  })
  await press(page, 'e')
  await asked.promise
  await isShown(page, names[2]!)
  refuse()
  await hold(page, `Couldn’t close the conversation with ${names[3]}`)
  assert.equal(await undo(page).count(), 0)
  await isShown(page, names[3]!)
  await row(page, names[3]!).waitFor()
  await press(page, 'z')
  assert.equal(await undo(page).count(), 0, 'nothing can be undone')

  // While one writes to the next customer, that conversation stays, and the notice leads back.
  asked = Promise.withResolvers<void>()
  await press(page, 'e')
  await asked.promise
  await isShown(page, names[2]!)
  await page.getByRole('textbox', { name: /^Message to/ }).focus()
  refuse()
  await hold(page, `Couldn’t close the conversation with ${names[3]}`)
  await isShown(page, names[2]!)
  await notices(page).getByRole('button', { name: 'Open conversation' }).click()
  await isShown(page, names[3]!)
})

test('an undone snooze leaves no line in the thread', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await open(page, names[1]!)
  await press(page, 's')
  await page.getByRole('option', { name: 'In an hour' }).click()
  await hold(page, `Snoozed ${names[1]} until`)
  await waitFor(async () => (await statusOf(names[1]!)) === 'snoozed')
  await press(page, 'z')
  await waitFor(async () => (await statusOf(names[1]!)) === 'open')
  await isShown(page, names[1]!)
  await page.reload()
  await isShown(page, names[1]!)
  assert.equal(
    await thread(page)
      .getByText(/snoozed this|reopened this/)
      .count(),
    0,
  )
  assert.deepEqual(problems, [])
})
