import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCall } from '../call.ts'
import { findViolations } from './browser.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { open } = product

test('an admin creates a test key, and its mode is shown in the form, the list and the request log', async () => {
  const { page, problems } = await open('/developer/keys')
  await page.getByRole('button', { name: 'Create API key', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Continuous integration')
  await dialog.getByLabel('Test', { exact: true }).check()
  await dialog.getByText('sends messages only on channels of the simulator').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Create API key', exact: true }).last().click()
  const shown = dialog.getByLabel('API key', { exact: true })
  await shown.waitFor()
  const secret = (await shown.textContent())!
  assert.match(secret, /^sk_test_\w{42}$/)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByText(`sk_test_…${secret.slice(-4)}`).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Continuous integration' })
  await row.getByText('Test', { exact: true }).waitFor()

  const call = createCall(product.url, { authorization: `Bearer ${secret}` })
  assert.equal((await call('GET /api/v1/chats')).status, 200)
  const log = await open('/developer/requests')
  await log.page.getByText('Test key').first().waitFor()
  await log.page.getByText('GET /api/v1/chats').first().click()
  await log.page.getByText('Mode', { exact: true }).waitFor()
  assert.deepEqual([...problems, ...log.problems], [])
})
