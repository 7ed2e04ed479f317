import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const { api } = product

async function openChat(from: string, name: string): Promise<{ id: string; personId: string }> {
  await product.customerWrites(from, name, 'Hello')
  let chat: any
  await waitFor(async () => {
    chat = (await api(`GET /api/v1/chats?q=${from}`)).body.data[0]
    return chat !== undefined
  })
  return { id: chat.id, personId: chat.person.id }
}

const personOf = async (id: string) => (await api(`GET /api/v1/contacts/${id}`)).body
const pane = (page: Page) => page.getByRole('complementary').last()

test('facts of the customer are changed where they stand, by keyboard alone', async () => {
  const { id, personId } = await openChat('919822000001', 'Asha Rao')
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByRole('button', { name: 'Add Email' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('asha@example.com')
  await page.keyboard.press('Enter')
  const changed = pane(page).getByRole('button', { name: 'Edit Email: asha@example.com' })
  await changed.waitFor()
  await waitFor(async () => (await personOf(personId)).email === 'asha@example.com')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dropped')
  await page.keyboard.press('Escape')
  await changed.waitFor()

  await pane(page).getByRole('button', { name: 'Add custom field' }).click()
  await page.keyboard.type('City')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pune')
  await page.keyboard.press('Enter')
  await pane(page).getByRole('button', { name: 'Edit City: Pune' }).waitFor()
  await waitFor(async () => (await personOf(personId)).fields.City === 'Pune')
  assert.deepEqual(problems, [])
})

test('a fact that cannot be is refused with the reason, and the old one stays', async () => {
  const { id, personId } = await openChat('919822000002', 'Ravi Iyer')
  const { page } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page)
    .getByRole('button', { name: /^Edit Phone/ })
    .click()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await pane(page).getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'Edit Phone: +919822000002' }).waitFor()
  assert.equal((await personOf(personId)).phone_e164, '+919822000002')
})

test('tickets, leads and what happened appear while one looks', async () => {
  const { id, personId } = await openChat('919822000003', 'Meera Das')
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByText('No tickets yet').waitFor()
  await api('POST /api/v1/tickets', { body: { person_id: personId, title: 'Wrong size' } })
  await pane(page)
    .getByRole('link', { name: /#1 Wrong size/ })
    .waitFor()
  const lead = { phone: '+919822000003', source: 'fair', campaign: 'monsoon-offer' }
  await api('POST /api/v1/contacts', { body: lead })
  await pane(page).getByText('fair · monsoon-offer').waitFor()
  await api(`PATCH /api/v1/contacts/${personId}`, { body: { name: 'Meera Das Gupta' } })
  await pane(page).getByRole('heading', { name: 'Meera Das Gupta' }).waitFor()
  await api(`POST /api/v1/contacts/${personId}/notes`, { body: { text: 'Prefers calls' } })
  await pane(page).getByText('Prefers calls').waitFor()
  assert.deepEqual(problems, [])
})

test('hostile facts are shown inertly', async () => {
  const { id, personId } = await openChat('919822000004', 'Zoë')
  const name = '<img src=x onerror=alert(1)>\u202Egnp'
  await api(`PATCH /api/v1/contacts/${personId}`, {
    body: { name, fields: { '<b>x</b>': '<script>alert(1)</script>', long: 'x'.repeat(1000) } },
  })
  const { page, problems } = await product.open(`/inbox/${id}`, { width: 1440 })
  await pane(page).getByText('<script>alert(1)</script>').waitFor()
  assert.equal(await pane(page).locator('img, script, b').count(), 0)
  const { isWide } = await page.evaluate(() => ({
    isWide: document.documentElement.scrollWidth > window.innerWidth,
  }))
  assert.equal(isWide, false)
  assert.deepEqual(problems, [])
})
