import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { settle } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'
import { openTicketTests } from './ticket-tests.ts'

const product = await shareWebProduct()
const { api } = product
const { chatId, create } = await openTicketTests(product)
const read = async (id: string) => (await api(`GET /api/v1/tickets/${id}`)).body

describe('a ticket', () => {
  test('has a type that an admin creates, in its page, the list and the filter', async () => {
    const made = await create('Wants its money back')
    const { page, problems } = await product.open('/settings/ticket-types')
    await page.getByText('No ticket types yet').waitFor()
    await page.getByRole('button', { name: 'Create ticket type' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Return')
    await page.getByRole('dialog').getByRole('button', { name: 'Create ticket type' }).click()
    await page.getByRole('button', { name: 'Rename Return' }).waitFor()
    assert.deepEqual(await findViolations(page), [])
    await page.goto(`/tickets/${made.id}`)
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Return' })
    await waitFor(async () => (await read(made.id)).type_id !== null)
    await page.getByText(/set the type to Return/).waitFor()
    await page.goto('/tickets')
    await chooseFilter(page, 'Type', 'Return')
    await page.waitForURL(/type=/)
    await page.getByRole('row', { name: /Wants its money back.*Return/ }).waitFor()
    assert.deepEqual(problems, [])
  })

  test('has custom fields that are edited in place, and undone', async () => {
    const body = { key: 'order', label: 'Order number', type: 'text', applies_to: 'ticket' }
    assert.equal((await api('POST /api/v1/custom-fields', { body })).status, 201)
    const made = await create('About an order')
    const { page } = await product.open(`/tickets/${made.id}`)
    await page.getByLabel('Order number').fill('A-4711')
    await page.getByLabel('Order number').press('Enter')
    await waitFor(async () => (await read(made.id)).fields['order'] === 'A-4711')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitFor(async () => (await read(made.id)).fields['order'] === undefined)
    await waitFor(async () => (await page.getByLabel('Order number').inputValue()) === '')
  })

  test('is followed by one click, and linked to another one, which shows the link too', async () => {
    const [made, other] = [await create('Kettle broken'), await create('Kettle broken again')]
    const { page } = await product.open(`/tickets/${made.id}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('button', { name: 'Unfollow' }).waitFor()
    assert.equal((await read(made.id)).follower_ids.length, 1)
    await page.getByRole('button', { name: 'Link ticket' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Ticket #${made.number}`).selectOption('duplicated_by')
    await dialog.getByLabel('Other ticket').fill(`#${other.number}`)
    await page.getByRole('option', { name: `#${other.number} Kettle broken again` }).click()
    assert.deepEqual(await findViolations(page), [], 'dialog')
    await dialog.getByRole('button', { name: 'Link ticket' }).click()
    await page.getByRole('link', { name: /Kettle broken again/ }).click()
    await page.waitForURL(new RegExp(other.id))
    await page.getByText('is a duplicate of').waitFor()
    await page.getByRole('button', { name: `Remove the link to ticket #${made.number}` }).click()
    await page.getByText('No linked tickets yet').waitFor()
    await settle(page)
    assert.deepEqual(await findViolations(page), [])
    await page.goto('/tickets')
    await page.getByRole('button', { name: 'Following' }).click()
    await page.getByRole('link', { name: 'Kettle broken', exact: true }).waitFor()
  })

  test('is what the customer gets one update about, and another only when asked for', async () => {
    const made = await create('Wants to know', { conversation_id: chatId })
    const { page } = await product.open(`/tickets/${made.id}`)
    await page.getByLabel('Status', { exact: true }).selectOption('solved')
    await waitFor(async () => (await read(made.id)).status === 'solved')
    const send = async () => {
      await page.getByRole('button', { name: 'Send customer an update' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    }
    await send()
    await page.getByText('Update sent.').first().waitFor()
    const text = `Your request #${made.number} is now solved.`
    await page.getByRole('tab', { name: 'Conversation' }).click()
    await page.getByRole('log').getByText(text).waitFor()
    await send()
    await page.getByLabel(/^Send it again/).check()
    assert.deepEqual(await findViolations(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await waitFor(async () => (await page.getByRole('log').getByText(text).count()) === 2)
  })
})

test('the search for a contact breaks no rule while it looks, and when it finds nobody', async () => {
  const { page } = await product.open('/tickets')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/contacts\?.*limit=6/, async (route) => {
    await held
    await route.continue()
  })
  await settle(page)
  await page.keyboard.press('c')
  await page.getByText('Searching…').waitFor()
  assert.deepEqual(await findViolations(page), [])
  release()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Contact' })
    .fill('Nobody is called this')
  await page.getByText('No contacts found').waitFor()
  assert.deepEqual(await findViolations(page), [])
})
