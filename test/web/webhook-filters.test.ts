import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '../receiver.ts'
import { findViolations } from './browser.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

test('an admin chooses the filters and the payload of an endpoint in its dialog, and its page shows them', async () => {
  const receiver = await startReceiver()
  const { body: endpoint } = await admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/hook`, events: ['ticket.created'] },
  })
  const { page, problems } = await open(`/developer/webhooks/${endpoint.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Filters', exact: true }).click()
  await dialog.getByLabel('Assignees').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByLabel('Assignees').first().click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const saved = await admin(`GET /api/developer/webhooks/${endpoint.id}`)
  assert.deepEqual(saved.body.filters, { assignee_ids: ['none'] })
  await page.getByText('Unassigned', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Thin', { exact: true }).check()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const thin = await admin(`GET /api/developer/webhooks/${endpoint.id}`)
  assert.equal(thin.body.payload, 'thin')
  assert.deepEqual(thin.body.filters, { assignee_ids: ['none'] })
  await page.getByText('Thin', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
  await receiver.close()
})
