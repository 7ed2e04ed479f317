import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClientCertificate, startTlsReceiver } from '../tls-receiver.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { readCaches } from './caches.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

test('a client certificate is added, replaced and removed in the form, and its key is never shown or kept', async () => {
  const soon = new Date().getUTCFullYear() + 1
  const [first, second] = [
    createClientCertificate('first.example', { untilYear: soon + 1 }),
    createClientCertificate('second.example', { untilYear: soon + 1 }),
  ]
  const receiver = await startTlsReceiver({ clientCa: first.cert + second.cert })
  const { body: endpoint } = await admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/hook`, events: ['ticket.created'] },
  })
  const path = `/api/developer/webhooks/${endpoint.id}`
  const readTls = async () => (await admin(`GET ${path}`)).body.tls
  const { page, problems } = await open(`/developer/webhooks/${endpoint.id}`)
  const use = dialog(page).getByLabel('Use a client certificate', { exact: false })
  await button(page, 'Edit').click()
  await use.check()
  assert.deepEqual(await findViolations(page), [])
  await field(page, 'Client certificate').fill(first.cert)
  await field(page, 'Private key').fill(second.key)
  await field(page, 'Authorities of the receiver').fill(receiver.ca)
  await button(page, 'Save').click()
  await dialog(page).getByText('Does not belong to the certificate').waitFor()
  assert.equal(await readTls(), null)
  await field(page, 'Private key').fill(first.key)
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('CN=first.example, valid until').waitFor()
  const secret = first.key.split('\n')[1]!
  await waitFor(async () => !(await readCaches(page)).includes(secret))
  assert.ok(!(await page.content()).includes(secret))
  const sent = await admin(`POST ${path}/test`, { body: {} })
  assert.equal(sent.body.status, 'succeeded', sent.text)

  await button(page, 'Edit').click()
  assert.equal(await field(page, 'Private key').inputValue(), '')
  await field(page, 'Client certificate').fill(second.cert)
  await field(page, 'Private key').fill(second.key)
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('CN=second.example, valid until').waitFor()

  await button(page, 'Edit').click()
  await use.uncheck()
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  assert.equal(await readTls(), null)
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
})
