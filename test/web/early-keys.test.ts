import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { press } from './keyboard.ts'
import { settle } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
await product.customerWrites('919822000101', 'Bilal Early', 'I am early')
const readChat = async () => (await product.api('GET /api/v1/chats')).body.data[0]
await waitFor(async () => (await readChat()) !== undefined)
const chat = await readChat()

const link = (page: Page) => page.getByRole('link', { name: /Bilal Early/ })
const isShown = (page: Page) => page.getByRole('log').getByText('I am early').waitFor()

/** Holds the script whose name starts with `name` back until the returned function is called. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a conversation is not closed before the code of the thread is loaded', async () => {
  const { page } = await product.open('/inbox?view=all')
  await link(page).waitFor()
  const release = await holdScript(page, 'thread')
  const isRead = page.waitForResponse(`**/api/v1/chats/${chat.id}/thread*`)
  await page.goto(`/inbox/${chat.id}?view=all`)
  await isRead
  await link(page).waitFor()
  await press(page, 'e', 'i')
  assert.equal(await page.getByRole('log').count(), 0)
  release()
  await isShown(page)
  await waitFor(async () => (await readChat()).unread_count === 0)
  await press(page, 'u')
  await waitFor(async () => (await readChat()).unread_count > 0)
  const { status, assignee_id } = await readChat()
  assert.deepEqual([status, assignee_id], ['open', null])
})

test('what is typed before the composer is there is written into it, and calls no shortcut', async () => {
  const { page } = await product.open('/inbox?view=all')
  const release = await holdScript(page, 'composer')
  await page.reload()
  await link(page).click()
  await isShown(page)
  await press(page, 'r')
  await page.keyboard.type('see, all is read')
  release()
  const field = page.locator('section[data-mode] textarea')
  await waitFor(async () => (await field.inputValue()) === 'see, all is read')
  await page.keyboard.type('y')
  assert.equal(await field.inputValue(), 'see, all is ready')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal((await readChat()).status, 'open')
  await field.fill('')
})

test('the list is shown before the code of the thread is requested', async () => {
  const { context } = await product.open('/inbox?view=all')
  const page = await context.newPage()
  // Only a delay loads that code.
  await page.addInitScript(`{
    const start = globalThis.setTimeout
    globalThis.setTimeout = (run, ms = 0, ...given) => ms > 0 ? 0 : start(run, ms, ...given)
  }`)
  await page.goto(`${product.url}/inbox?view=all`)
  await link(page).waitFor()
  const requested: string[] = await page.evaluate(
    `[...performance.getEntriesByType('resource').map(({ name }) => name), ...[...document.querySelectorAll('link')].map(({ href }) => href)]`,
  )
  assert.ok(requested.some((each) => each.includes('/inbox-')))
  assert.deepEqual(
    requested.filter((each) => /thread-|composer-|drafts-live-/.test(each)),
    [],
  )
  await page.close()
})

/** Holds the page's timers back that have no delay, as a busy browser does, until the returned function is called. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const start = globalThis.setTimeout
    const held = []
    globalThis.setTimeout = (run, ms = 0, ...given) => ms > 0 ? start(run, ms, ...given) : -held.push(() => run(...given))
    globalThis.releaseTimers = () => {
      globalThis.setTimeout = start
      for (const run of held) run()
    }
  }`)
  return () => page.evaluate('releaseTimers()')
}

test('what is typed at once into a dialog is written into its fields, and the focus does not jump back', async () => {
  const { page } = await product.open('/contacts')
  await settle(page)
  const release = await holdTimers(page)
  await press(page, 'c')
  await page.keyboard.type('Typed Rao')
  await press(page, 'Tab')
  await page.keyboard.type('98')
  await release()
  await page.keyboard.type('220')
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Typed Rao')
  assert.equal(await dialog.getByLabel('Phone').inputValue(), '98220')
})

test('what is typed while the code of a dialog loads is written into its field, and calls no shortcut', async () => {
  const { page } = await product.open(`/inbox/${chat.id}?view=all`)
  await isShown(page)
  const release = await holdScript(page, 'inbox-dialogs')
  await page.reload()
  await isShown(page)
  await press(page, 't')
  await page.keyboard.type('vie')
  release()
  const field = page.getByRole('dialog', { name: /Bilal Early/ }).getByRole('combobox')
  await waitFor(async () => (await field.inputValue()) === 'vie')
  await page.keyboard.type('w')
  assert.equal(await field.inputValue(), 'view')
  const { status, assignee_id } = await readChat()
  assert.deepEqual([status, assignee_id], ['open', null])
})
