import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations } from './browser.ts'
import { settle } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { openTicketTests } from './ticket-tests.ts'

const product = await shareWebProduct()
const { api } = product
const { chatId } = await openTicketTests(product)
const { person } = (await api(`GET /api/v1/chats/${chatId}`)).body

test('the page of a contact has their channels at its head, and the timeline by day', async () => {
  const { page, problems } = await product.open(`/contacts/${person.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('heading', { name: 'Today', level: 3 }).waitFor()
  await timeline
    .getByRole('list', { name: 'Timeline Today' })
    .getByText('My kettle came broken.')
    .waitFor()
  for (const width of [320, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    assert.deepEqual(await findViolations(page), [], `${width} pixels`)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(excess, 0, `${width} pixels`)
  }
  const details = page.getByRole('region', { name: 'Details' })
  await details.waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await details.waitFor({ state: 'hidden' })
  await timeline.getByText('My kettle came broken.').waitFor()
  await page.getByText('Details, conversations and tickets').click()
  await details.getByText('Created').waitFor()
  await page.getByRole('link', { name: /^Phone: \+91/ }).waitFor()
  await page.getByLabel('Open conversation on WhatsApp', { exact: true }).click()
  await page.waitForURL(new RegExp(`/inbox/${chatId}`))
  assert.deepEqual(problems, [])
})
