import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()

const TEXT = [
  'Order *4711* is _late_ and ~cheap~: `A_1`',
  '- *नमस्ते* Asha',
  '- 2*3*4 of snake_case_name',
  '1. https://shop.example/_x_/y',
  '> _quoted_',
].join('\n')

/** Opens the conversation with a customer who writes `text`. */
async function openChat(phone: string, text: string) {
  await product.customerWrites(phone, 'Asha Marks', text)
  const chat = await findChat(product, phone)
  const tab = await product.open(`/inbox/${chat.id}`)
  return { ...tab, chat, field: tab.page.getByRole('textbox', { name: /^Message to/ }) }
}

/** Returns the texts of elements. */
const textsOf = (within: Locator, tag: string) => within.locator(tag).allTextContents()

async function selectAll(field: Locator): Promise<void> {
  await field.evaluate((each) => (each as HTMLTextAreaElement).select())
}

const isSent = (page: Page, text: string) =>
  thread(page).locator('article[data-direction="outbound"]', { hasText: text }).waitFor()

describe('formatted text', () => {
  test('is shown in the thread, and without marks in the list', async () => {
    const { page, chat, problems } = await openChat('919833002001', TEXT)
    const received = thread(page).locator('article[data-direction="inbound"]')
    await received.getByText('नमस्ते').waitFor()
    assert.deepEqual(await textsOf(received, 'strong'), ['4711', 'नमस्ते'])
    assert.deepEqual(await textsOf(received, 'em'), ['late', 'quoted'])
    assert.deepEqual(await textsOf(received, 's'), ['cheap'])
    assert.deepEqual(await textsOf(received, 'code'), ['A_1'])
    assert.deepEqual(await textsOf(received, 'ul li'), ['नमस्ते Asha', '2*3*4 of snake_case_name'])
    assert.deepEqual(await textsOf(received, 'ol li a'), ['https://shop.example/_x_/y'])
    assert.deepEqual(await textsOf(received, 'blockquote'), ['quoted'])
    const row = page.locator(`[data-chat="${chat.id}"]`)
    await row.getByText('Order 4711 is late and cheap: A_1').waitFor()
    assert.deepEqual(await findViolations(page), [])
    assert.deepEqual(problems, [])
  })

  test('is typed by keys and by the menu, and sent with its marks', async () => {
    const { page, field } = await openChat('919833002002', 'Hello')
    await startWriting(page, 'r')
    await page.keyboard.type('Pay ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('today')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type(' or ')
    await page.keyboard.press('ControlOrMeta+i')
    await page.keyboard.type('कल')
    assert.equal(await field.inputValue(), 'Pay *today* or _कल_')
    await page.keyboard.press('Enter')
    await isSent(page, 'Pay today or कल')
    await field.fill('old price')
    await selectAll(field)
    await page.keyboard.press('ControlOrMeta+Shift+x')
    assert.equal(await field.inputValue(), '~old price~')
    await page.keyboard.press('ControlOrMeta+Shift+x')
    assert.equal(await field.inputValue(), 'old price')
    await page.getByRole('button', { name: 'Format text' }).click()
    await page.getByRole('menuitem', { name: /Monospace/ }).click()
    await waitFor(async () => (await field.inputValue()) === '`old price`')
    assert.ok(await field.evaluate((each) => each === document.activeElement))
  })

  test('is shown in notes, with the names that they mention', async () => {
    const { page } = await openChat('919833002003', 'Hello')
    await startWriting(page, 'n')
    await page.keyboard.type('*Urgent* @')
    const option = page.getByRole('option').first()
    await option.waitFor()
    const name = (await option.locator('bdi').first().textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.keyboard.type('_please_')
    await page.keyboard.press('Enter')
    const note = thread(page).locator('article[data-note]')
    await note.waitFor()
    assert.deepEqual(await textsOf(note, 'strong'), ['Urgent', `@${name}`])
    assert.deepEqual(await textsOf(note, 'em'), ['please'])
  })
})

test('a conversation that is opened from the palette or a notification has the focus where one writes', async () => {
  const { chat } = await openChat('919833002004', 'Focus me')
  const { page } = await product.open('/inbox?view=all')
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await page.locator(`[data-chat="${chat.id}"]`).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Focus me')
  await page
    .getByRole('dialog')
    .getByText(/^1 result/)
    .waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bonjour')
  await waitFor(async () => (await field.inputValue()) === 'Bonjour')

  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Asha Marks' }).first().click()
  await page.keyboard.type('En')
  await waitFor(async () => (await field.inputValue()).endsWith('En'))
})
