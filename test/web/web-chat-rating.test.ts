import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { onSampleSite } from './on-sample-site.ts'
import { startWebProduct } from './product.ts'
import { startSampleSite } from './sample-site.ts'

const product = await startWebProduct()
const ingestUrl = `http://127.0.0.1:${product.env['INGEST_PORT']}`
const site = await startSampleSite(ingestUrl, `http://localhost:${product.env['PORT']}`)
const { createChat, item, openChat, panel, write, untilSent, conversationOf, reply } = onSampleSite(
  product,
  site,
)

test('a visitor rates a closed conversation by a button, once, and the comment does not open it again', async () => {
  const settings = { is_on: true, delay_minutes: 0, person_days: 0, scale: 5, asks_comment: true }
  const saved = await product.admin('PATCH /api/v1/csat/settings', { body: settings })
  assert.equal(saved.status, 200, saved.text)
  const { id: channelId } = await createChat()
  const { page, problems } = await openChat()
  await write(page, 'Is the blue one in stock?')
  await untilSent(page, 'Is the blue one in stock?')
  const { id } = await conversationOf(channelId)
  await reply(id, 'Yes.')
  await product.admin(`PATCH /api/v1/chats/${id}`, { body: { status: 'closed' } })
  const question = item(page, 'How satisfied are you with our help?')
  const choices = question.getByRole('button')
  await choices.first().waitFor()
  assert.equal(await choices.count(), 5)
  assert.deepEqual(await findViolations(page), [])
  // By keyboard, as a visitor without a mouse does it.
  await choices.nth(1).focus()
  await page.keyboard.press('Enter')
  await item(page, 'What is the main reason for your rating?').waitFor()
  assert.equal(await panel(page).locator('.choice').count(), 0, 'no second rating')
  await write(page, 'Quick and friendly')
  await untilSent(page, 'Quick and friendly')
  const rating = await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/csat/ratings?conversation_id=${id}`)
    return body.data.find((each: { comment: string | null }) => each.comment !== null)
  })
  assert.deepEqual([rating.rating, rating.comment], [4, 'Quick and friendly'])
  const { body: chat } = await product.api(`GET /api/v1/chats/${id}`)
  assert.deepEqual([chat.status, chat.waiting_since], ['closed', null])
  assert.equal(chat.unread_count, 1, 'only what was written before the close')
  const { body: list } = await product.api(`GET /api/v1/chats/${id}/messages`)
  const asked = list.data.filter(
    (each: Message) => each.type === 'interactive' && each.direction === 'outbound',
  )
  assert.equal(asked.length, 1, 'asked once')
  assert.deepEqual(problems, [])
})
