import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()

const drafts = (page: Page) => page.getByRole('region', { name: 'Proposed replies' })
const sentText = (page: Page, text: string) =>
  page.locator('article[data-direction="outbound"] bdi.customer-text', { hasText: text })

/** Lets a customer write, and returns the conversation and functions of the API. */
async function setUp(phone: string) {
  await product.customerWrites(phone, 'Meera Nair', 'Where is my order?')
  const chat = await waitFor(
    async () => (await product.api(`GET /api/v1/chats?q=%2B${phone}`)).body.data[0] ?? false,
    { what: 'the conversation' },
  )
  return {
    path: `/inbox/${chat.id}?view=all`,
    propose: async (text: string) => {
      const { body } = await product.api('POST /api/v1/drafts', {
        body: { conversation_id: chat.id, text },
      })
      return body.id as string
    },
    statusOf: async (id: string) => {
      for (const status of ['open', 'sent', 'discarded']) {
        const { body } = await product.api(
          `GET /api/v1/drafts?conversation_id=${chat.id}&status=${status}`,
        )
        if (body.data.some((each: { id: string }) => each.id === id)) return status
      }
      return undefined
    },
  }
}

test('a draft appears without a reload, and an agent sends it', async () => {
  const { path, propose, statusOf } = await setUp('919834000001')
  const admin = await product.open(path)
  const agent = await product.open(path, { as: 'agent' })
  for (const { page } of [admin, agent])
    await page.getByRole('textbox', { name: /message/i }).waitFor()
  const id = await propose('It arrives tomorrow.')
  for (const { page } of [admin, agent])
    await drafts(page).getByText('It arrives tomorrow.').waitFor()
  const mark = admin.page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Proposed reply/ })
  await mark.waitFor()
  await drafts(agent.page)
    .getByText(/^Draft by \S/)
    .waitFor()
  await drafts(agent.page).getByRole('button', { name: 'Send' }).click()
  for (const { page } of [admin, agent]) {
    await sentText(page, 'It arrives tomorrow.').waitFor()
    await drafts(page).waitFor({ state: 'detached' })
  }
  await mark.waitFor({ state: 'detached' })
  assert.equal(await statusOf(id), 'sent')
})

test('an agent edits a draft before it is sent, and discards another one', async () => {
  const { path, propose, statusOf } = await setUp('919834000002')
  const first = await propose('It arrives tomorrow.')
  const second = await propose('It arrives on Friday.')
  const { page } = await product.open(path, { as: 'agent' })
  const cards = drafts(page).getByRole('article')
  await cards.nth(1).getByRole('button', { name: 'Discard' }).click()
  await waitFor(async () => (await cards.count()) === 1, { what: 'one draft' })
  assert.equal(await statusOf(second), 'discarded')
  await cards.getByRole('button', { name: 'Edit' }).click()
  const field = cards.getByRole('textbox', { name: 'Text to send' })
  await field.fill('')
  assert.ok(await cards.getByRole('button', { name: 'Send' }).isDisabled())
  await cards.getByRole('button', { name: 'Cancel' }).click()
  await cards.getByText('It arrives tomorrow.').waitFor()
  await cards.getByRole('button', { name: 'Edit' }).click()
  await field.fill('It arrives tomorrow at noon.')
  await cards.getByRole('button', { name: 'Send' }).click()
  await sentText(page, 'It arrives tomorrow at noon.').waitFor()
  assert.equal(await statusOf(first), 'sent')
})

test('a proposed reply asks first when a colleague replied after it was proposed', async () => {
  const { path, propose, statusOf } = await setUp('919834000003')
  const agent = await product.open(path, { as: 'agent' })
  const admin = await product.open(path)
  const id = await propose('It arrives tomorrow.')
  const card = drafts(agent.page).getByRole('article')
  await card.getByText('It arrives tomorrow.').waitFor()
  await admin.page.getByRole('textbox', { name: /message/i }).waitFor()
  await startWriting(admin.page, 'r')
  await admin.page.keyboard.type('It is lost.')
  await admin.page.keyboard.press('Enter')
  await card.getByText(/^admin replied/).waitFor()
  const send = card.getByRole('button', { name: 'Send', exact: true })
  assert.ok(await send.isDisabled())
  await card.getByRole('button', { name: 'Review' }).click()
  await card.getByText(/^admin replied/).waitFor({ state: 'detached' })
  assert.equal(await statusOf(id), 'open')

  await startWriting(admin.page, 'r')
  await admin.page.keyboard.type('No, it is here.')
  await admin.page.keyboard.press('Enter')
  await card.getByText(/^admin replied/).waitFor()
  await card.getByRole('button', { name: 'Send anyway' }).click()
  await sentText(admin.page, 'It arrives tomorrow.').waitFor()
  assert.equal(await statusOf(id), 'sent')
})
