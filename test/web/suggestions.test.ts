import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations } from './browser.ts'
import { findChat, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'
import { waitFor } from '../wait-for.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()
const { api, admin } = product
for (const reply of [
  { shortcut: 'thanks', text: 'Thank you, {first_name}!' },
  { shortcut: 'धन्यवाद', text: 'धन्यवाद, {first_name}!' },
])
  assert.equal((await admin('POST /api/v1/canned-replies', { body: reply })).status, 201)

let customers = 0

/** Opens a conversation and its composer. */
async function openComposer() {
  const phone = `91983300${1000 + ++customers}`
  await product.customerWrites(phone, 'Asha Rao', 'Hello')
  const { id: chatId } = await findChat(product, phone)
  const tab = await product.open(`/inbox/${chatId}`)
  await startWriting(tab.page, 'r')
  const texts = async () => {
    const { body } = await api(`GET /api/v1/chats/${chatId}/messages?limit=100`)
    return body.data
      .filter((each: { direction: string }) => each.direction === 'outbound')
      .map((each: { text: string }) => each.text)
  }
  return { ...tab, chatId, texts, field: tab.page.getByRole('textbox', { name: /^Message to/ }) }
}

/** Sends a message and waits until it is stored: everything before it would have been stored before. */
async function sendLast(page: Page, texts: () => Promise<string[]>): Promise<void> {
  await page.keyboard.type('Last')
  await page.keyboard.press('Enter')
  await waitFor(async () => (await texts()).includes('Last'))
}

describe('Enter in the list of canned replies', () => {
  test('sends nothing when there is none of that name, and says how to send the text', async () => {
    const { page, field, texts, problems } = await openComposer()
    await page.keyboard.type('/qqq')
    await page.getByText('There’s no canned reply called /qqq.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('press Esc, then Enter').waitFor()
    assert.equal(await field.inputValue(), '/qqq')
    assert.deepEqual(await findViolations(page), [])
    await field.fill('')
    await sendLast(page, texts)
    assert.deepEqual(await texts(), ['Last'])
    assert.deepEqual(problems, [])
  })

  test('takes the reply whose name was almost typed, and sends only the reply', async () => {
    const { page, field, texts } = await openComposer()
    await page.keyboard.type('/thakns')
    await page.getByText('Did you mean').waitFor()
    await page.getByRole('option', { name: /thanks/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), 'Thank you, Asha!')
    await page.keyboard.press('Enter')
    await thread(page).locator('article', { hasText: 'Thank you, Asha!' }).waitFor()
    await page.keyboard.type('/धन्यावद')
    await page.getByRole('option', { name: /धन्यवाद/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), 'धन्यवाद, Asha!')
    await field.fill('')
    await sendLast(page, texts)
    assert.deepEqual(await texts(), ['Last', 'Thank you, Asha!'])
  })

  test('sends nothing while the replies are loading', async () => {
    const { page, field, texts } = await openComposer()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/canned-replies**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.type('/')
    await page.getByText('Loading canned replies').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '/')
    held.resolve()
    await page.getByRole('option', { name: /thanks/, selected: true }).waitFor()
    await field.fill('')
    await sendLast(page, texts)
    assert.deepEqual(await texts(), ['Last'])
  })

  test('sends the text after Escape closed the list, which opens again for the next message', async () => {
    const { page, field, texts } = await openComposer()
    await page.keyboard.type('/qqq')
    await page.getByText('There’s no canned reply called /qqq.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('There’s no canned reply').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await thread(page).locator('article', { hasText: '/qqq' }).waitFor()
    await page.keyboard.type('/zzz')
    await page.getByText('There’s no canned reply called /zzz.').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '/zzz')
    await field.fill('')
    await sendLast(page, texts)
    assert.deepEqual(await texts(), ['Last', '/qqq'])
  })
})

test('Enter after @ in a note saves nothing when there is no such member', async () => {
  const { page } = await openComposer()
  await page.keyboard.press('Escape')
  await startWriting(page, 'n')
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await page.keyboard.type('Ask @zzqx')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('There’s no team member called zzqx.').waitFor()
  assert.equal(await note.inputValue(), 'Ask @zzqx')
  await note.fill('Last')
  await page.keyboard.press('Enter')
  await thread(page).locator('article[data-note]', { hasText: 'Last' }).waitFor()
  assert.equal(await thread(page).locator('article[data-note]').count(), 1)
})

test('Enter while a field shows its options does not submit the form around it', async () => {
  const { chatId } = await openComposer()
  const { page } = await product.open(`/inbox/${chatId}`)
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Not yet')
  const tags = dialog.getByRole('combobox', { name: 'Tags' })
  await tags.fill('unknown')
  await page.getByRole('option', { name: /unknown/ }).waitFor()
  await tags.press('Enter')
  await page.getByRole('option', { name: /unknown/ }).waitFor()
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Not yet')
  const { body } = await api('GET /api/v1/tickets')
  assert.deepEqual(body.data, [])
})
