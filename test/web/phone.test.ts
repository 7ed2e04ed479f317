import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Locator } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import type { Tab } from './browser.ts'
import { findViolations } from './browser.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const PHONE = { width: 390, height: 800 }

/** A finger on a page. Each step of a move is a touch event of its own, as on a phone. */
async function takeFinger({ page, context }: Tab) {
  const session: CDPSession = await context.newCDPSession(page)
  let seconds = Date.now() / 1000
  /** The events are a twentieth of a second apart, so that a finger does not seem to be thrown. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
      timestamp: (seconds += 0.05),
    })
  const middleOf = async (found: Locator) => {
    const { x, y, width, height } = (await found.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  return {
    async press(found: Locator, until: () => Promise<void>) {
      const { x, y } = await middleOf(found)
      await touch('touchStart', x, y)
      await until()
      await touch('touchEnd')
    },
    async swipe(found: Locator, by: number) {
      const { x, y } = await middleOf(found)
      await touch('touchStart', x, y)
      for (let step = 1; step <= 8; step++) await touch('touchMove', x + (by * step) / 8, y)
      for (let rest = 0; rest < 4; rest++) await touch('touchMove', x + by, y)
      await touch('touchEnd')
    },
  }
}

async function hearFrom(phone: string, name: string, text: string): Promise<string> {
  await product.customerWrites(phone, name, text)
  return (await findChat(product, phone)).id
}

const statusOf = async (id: string) => (await product.api(`GET /api/v1/chats/${id}`)).body.status
const rowOf = ({ page }: Tab, id: string) => page.locator(`[data-chat="${id}"]`)
const leftOf = async (found: Locator) => Math.round((await found.boundingBox())!.x)

test('a long press on a message opens the menu that its button opens', async () => {
  const id = await hearFrom('919822003651', 'Pia Press', 'Hold me')
  const tab = await product.open(`/inbox/${id}?view=all`, PHONE)
  const { page, problems } = tab
  const finger = await takeFinger(tab)
  const reply = page.getByRole('menuitem', { name: 'Reply', exact: true })
  const bubble = message(page, 'Hold me').locator('bdi.customer-text')
  await finger.press(bubble, () => reply.waitFor())
  const names = await page.getByRole('menuitem').allTextContents()
  await reply.tap()
  await thread(page).getByRole('button', { name: 'Remove quote' }).waitFor()
  await message(page, 'Hold me').getByRole('button', { name: 'Message actions' }).click()
  await reply.waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), names)
  assert.deepEqual(problems, [])
})

test('a row is moved to the right to close or snooze it, with undo, and to the left for more', async () => {
  const id = await hearFrom('919822003652', 'Sara Swipe', 'Swipe me')
  const tab = await product.open('/inbox?view=all', PHONE)
  const { page, problems } = tab
  const finger = await takeFinger(tab)
  const row = rowOf(tab, id)
  await row.waitFor()
  const left = await leftOf(row)
  // Its code loads after the list.
  await waitFor(async () => {
    await finger.swipe(row, 160)
    return page.getByRole('button', { name: 'Snooze' }).isVisible()
  })
  await waitFor(async () => (await leftOf(row)) === left + 144)
  assert.deepEqual(await findViolations(page), [])
  assert.equal(new URL(page.url()).pathname, '/inbox')
  // A tap on the row moves it back and opens nothing.
  await page.touchscreen.tap(left + 300, (await row.boundingBox())!.y + 20)
  await waitFor(async () => (await leftOf(row)) === left)
  assert.equal(new URL(page.url()).pathname, '/inbox')

  await finger.swipe(row, 160)
  await page.getByRole('button', { name: 'Close', exact: true }).tap()
  await waitFor(async () => (await statusOf(id)) === 'closed')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await waitFor(async () => (await statusOf(id)) === 'open')
  await row.waitFor()
  await finger.swipe(row, 300)
  await waitFor(async () => (await statusOf(id)) === 'closed')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await waitFor(async () => (await statusOf(id)) === 'open')

  await finger.swipe(row, 160)
  await page.getByRole('button', { name: 'Snooze' }).tap()
  await page.getByRole('dialog').getByText('Snooze conversation with Sara Swipe').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await finger.swipe(row, -120)
  await page.locator('[data-action="more"]').tap()
  await page.getByRole('menuitem', { name: 'Set priority' }).waitFor()
  await page.keyboard.press('Escape')
  await row.tap()
  await message(page, 'Swipe me').waitFor()
  // The head of the conversation has the same actions.
  await thread(page)
    .getByRole('button', { name: /^Close/ })
    .waitFor()
  assert.deepEqual(problems, [])
})

test('the composer is above the keyboard, whether the browser makes the page smaller or covers it', async () => {
  const id = await hearFrom('919822003653', 'Kim Keyboard', 'Type to me')
  const tab = await product.open(`/inbox/${id}?view=all`, PHONE)
  const { page, problems } = tab
  const send = thread(page).getByRole('button', { name: 'Send' })
  await send.waitFor()
  const bottomOf = async () => {
    const { y, height } = (await send.boundingBox())!
    return y + height
  }
  const isAbove = (height: number) => async () =>
    (await bottomOf()) <= height && (await bottomOf()) > height - 40
  await page.setViewportSize({ width: 390, height: 440 })
  await waitFor(isAbove(440))
  await page.setViewportSize(PHONE)
  await waitFor(isAbove(800))

  // A keyboard that covers the page makes only the visual viewport smaller.
  const cover = (height: number) =>
    page.evaluate((shown) => {
      Object.defineProperty(window.visualViewport, 'height', { value: shown, configurable: true })
      window.visualViewport!.dispatchEvent(new Event('resize'))
    }, height)
  await cover(430)
  await waitFor(isAbove(430))
  await message(page, 'Type to me').waitFor()
  await cover(800)
  await waitFor(isAbove(800))
  assert.deepEqual(problems, [])
})

test('a ticket is moved aside to solve it, with undo, and for its menu, which its button opens too', async () => {
  const { body: contact } = await product.api('POST /api/v1/contacts', {
    body: { name: 'Tia Ticket', phone_e164: '+919822003654' },
  })
  const { body: ticket } = await product.api('POST /api/v1/tickets', {
    body: { person_id: contact.id, title: 'Broken lamp' },
  })
  const read = async () => (await product.api(`GET /api/v1/tickets/${ticket.id}`)).body
  const statusOfTicket = async () => (await read()).status
  const tab = await product.open('/tickets', PHONE)
  const { page, problems } = tab
  const finger = await takeFinger(tab)
  const row = page.locator(`[data-swipe="${ticket.id}"]`)
  await row.waitFor()
  await finger.swipe(row, 110)
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Solve', exact: true }).tap()
  await waitFor(async () => (await statusOfTicket()) === 'solved')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await waitFor(async () => (await statusOfTicket()) === 'open')
  await row.waitFor()
  await finger.swipe(row, -110)
  await page.locator('[data-action="more"]').tap()
  const item = page.getByRole('menuitem', { name: 'Assign to me' })
  await item.waitFor()
  const names = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  await item.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: `Actions of ticket #${ticket.number}` }).tap()
  await item.waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), names)
  await item.tap()
  await waitFor(async () => (await read()).assignee_id !== null)
  assert.equal(new URL(page.url()).pathname, '/tickets')
  assert.deepEqual(problems, [])
})

test('a notification is moved aside to mark it as read, with undo, as its button does', async () => {
  await hearFrom('919822003655', 'Nora Notice', 'Notice me')
  const tab = await product.open('/notifications', { as: 'agent', ...PHONE })
  const { page, problems } = tab
  const finger = await takeFinger(tab)
  const row = page.locator('[data-swipe]').filter({ hasText: 'Nora Notice' })
  const unread = row.getByRole('img', { name: 'Unread', exact: true })
  await unread.waitFor()
  await finger.swipe(row, 110)
  await page.locator('[data-action="read"]').tap()
  await unread.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).tap()
  await unread.waitFor()
  await row.getByRole('button', { name: 'Mark as read: Nora Notice' }).tap()
  await unread.waitFor({ state: 'detached' })
  await finger.swipe(row, -110)
  await page.locator('[data-action="more"]').tap()
  await page.getByRole('menuitem', { name: 'Open' }).tap()
  await message(page, 'Notice me').waitFor()
  assert.deepEqual(problems, [])
})
