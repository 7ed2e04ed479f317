import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const SETTINGS = '/api/v1/csat/settings'

test('an admin turns ratings on with a preview, and the thread shows the answer while it is open', async () => {
  const { page, problems } = await product.open('/settings/ratings')
  const isOn = page.getByRole('switch', { name: 'Ask customers for a rating' })
  await page.getByText('Each closed conversation is asked about once').waitFor()
  await isOn.setChecked(true)
  await page.getByLabel('Minutes after closing').fill('0')
  await page.getByLabel('Days between two questions to a contact').fill('0')
  const preview = page.getByRole('img', { name: 'Preview in English' })
  await preview.getByText('★★★★☆').waitFor()
  await page.getByText('Bad, OK, good').click()
  await preview.getByText('🙂 Good').waitFor()
  await page.getByText('Five stars').click()
  await page.getByText('On a page').click()
  await preview.getByText('link to the page').waitFor()
  await page.getByText('In the chat', { exact: true }).click()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
  const { body } = await product.admin(`GET ${SETTINGS}`)
  assert.deepEqual([body.is_on, body.delay_minutes, body.scale], [true, 0, 5])

  const phone = '919844000041'
  await product.customerWrites(phone, 'Ila Rao', 'Is my order packed?')
  const { id } = await findChat(product, phone)
  const own = await product.open(`/inbox/${id}`)
  await product.admin('POST /api/v1/messages/send', {
    body: { conversation_id: id, message: 'It is.' },
  })
  await product.admin(`PATCH /api/v1/chats/${id}`, { body: { status: 'closed' } })
  await thread(own.page).getByText('How satisfied are you with our help?').waitFor()
  const choices = await waitFor(async () => {
    const { body: list } = await product.admin(`GET /api/v1/chats/${id}/messages`)
    return list.data.flatMap(
      (each: any) => each.content?.interactive?.action?.sections?.[0]?.rows ?? [],
    )
  })
  await product.simulator('POST /sim/inbound', {
    body: {
      from: `+${phone}`,
      phone_number_id: product.phoneNumberId,
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: choices[1] },
    },
  })
  await thread(own.page).getByText('Customer rated the conversation: ★★★★ (4 of 5)').waitFor()
  await thread(own.page).getByText('What is the main reason for your rating?').waitFor()
  await product.customerWrites(phone, 'Ila Rao', 'Quick and friendly')
  await thread(own.page).getByText('Comment: Quick and friendly').waitFor()
  const { body: chat } = await product.admin(`GET /api/v1/chats/${id}`)
  assert.equal(chat.status, 'closed')
  assert.deepEqual(await findViolations(own.page), [])

  await own.page.goto('/reports?report=csat')
  await own.page.getByRole('heading', { name: 'By member' }).waitFor()
  await own.page.getByText('Averages appear from 5 answers on.').waitFor()
  assert.deepEqual(await findViolations(own.page), [])
  assert.deepEqual([problems, own.problems], [[], []])
})
