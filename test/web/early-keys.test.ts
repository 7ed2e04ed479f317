import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { press } from './keyboard.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
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
