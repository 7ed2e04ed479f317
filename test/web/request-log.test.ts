import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createCall } from '../call.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

/** Creates a key of its own, so that a test sees its own requests. */
async function createKey(name: string) {
  const { body } = await admin('POST /api/developer/api-keys', { body: { name, scopes: ['*'] } })
  return {
    id: body.id as string,
    api: createCall(product.url, { authorization: `Bearer ${body.secret}` }),
  }
}

test('a failed request appears by itself, is found by filters, and explains itself', async () => {
  const { id, api } = await createKey('Till')
  const { page, problems } = await open(`/developer/requests?key=${id}`)
  await page.getByText('No matching requests').waitFor()
  await api('GET /api/v1/chats')
  await api('POST /api/v1/tickets', { body: { person_id: newId(), title: '' } })
  const row = page.getByRole('link', { name: 'POST /api/v1/tickets' })
  await row.waitFor()
  await page.getByRole('link', { name: 'GET /api/v1/chats' }).waitFor()
  assert.deepEqual(await findViolations(page), [])

  await chooseFilter(page, 'Status', 'Refused (4xx)')
  await page.getByRole('link', { name: 'GET /api/v1/chats' }).waitFor({ state: 'detached' })
  await page.getByLabel('Path starts with').fill('/api/v1/tick')
  await page.waitForURL(/path=/)
  await row.click()
  await page.getByRole('heading', { level: 2, name: 'POST /api/v1/tickets' }).waitFor()
  await page.getByText('The request failed: The request has invalid fields.').waitFor()
  await page.getByRole('list', { name: 'Invalid fields' }).getByText('title').waitFor()
  await page.getByText('weren’t recorded').waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('bodies are recorded once an admin turns that on, and shown with the request', async () => {
  const { id, api } = await createKey('Shop floor')
  const { page, problems } = await open(`/developer/requests?key=${id}`)
  await page.getByLabel('Record bodies').press('Space')
  await page.getByText('Bodies are recorded from now on.').waitFor()
  // The first request lets the process learn of the setting.
  await api('GET /api/v1/chats')
  await page.getByRole('link', { name: 'GET /api/v1/chats' }).waitFor()
  await api('POST /api/v1/contacts?unknown=yes', { body: { name: 'Meera Iyer', nick: 'M' } })
  await page.getByRole('link', { name: 'POST /api/v1/contacts' }).click()
  await page.getByText('unknown=yes').waitFor()
  await page.getByText('"name": "Meera Iyer"').waitFor()
  await page.getByText('"unknown_field"').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await visit(page, '/developer/requests')
  await page.getByLabel('Record bodies').press('Space')
  await page.getByText('Bodies are no longer recorded.').waitFor()
  assert.deepEqual(problems, [])
})
