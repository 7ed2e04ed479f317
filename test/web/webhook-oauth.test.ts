import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startReceiver } from '../receiver.ts'
import { clientOf, startTokenServer } from '../token-server.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { readCaches } from './caches.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: false }).first()

test('an OAuth client is added, changed and removed in the form, and its secret is never shown or kept', async () => {
  const receiver = await startReceiver()
  const server = await startTokenServer(3_600)
  const client = clientOf(server)
  const { body: endpoint } = await admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/hook`, events: ['ticket.created'] },
  })
  const path = `/api/developer/webhooks/${endpoint.id}`
  const readOauth = async () => (await admin(`GET ${path}`)).body.oauth
  const { page, problems } = await open(`/developer/webhooks/${endpoint.id}`)
  await button(page, 'Edit').click()
  await field(page, 'Send an access token (OAuth 2)').check()
  assert.deepEqual(await findViolations(page), [])
  await field(page, 'Token URL').fill(client.token_url)
  await field(page, 'Client ID').fill(client.client_id)
  await field(page, 'Client secret').fill(client.client_secret)
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText(`${client.client_id} · ${client.token_url}`).waitFor()
  const shown = { token_url: client.token_url, client_id: client.client_id, scope: null }
  assert.deepEqual(await readOauth(), shown)
  await waitFor(async () => !(await readCaches(page)).includes('4f9a'))
  assert.ok(!(await page.content()).includes('4f9a'))
  await admin(`POST ${path}/test`, { body: {} })
  assert.equal(receiver.requests.at(-1)!.headers.authorization, 'Bearer access-token-1')

  await button(page, 'Edit').click()
  assert.equal(await field(page, 'Client secret').inputValue(), '')
  await field(page, 'Scope').fill('hooks')
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  assert.deepEqual(await readOauth(), { ...shown, scope: 'hooks' })
  await admin(`POST ${path}/test`, { body: {} })
  assert.equal(receiver.requests.at(-1)!.headers.authorization, 'Bearer access-token-2')

  await button(page, 'Edit').click()
  await field(page, 'Token URL').fill(`${receiver.url}/token`)
  await button(page, 'Save').click()
  await dialog(page).getByText('Must be sent again').waitFor()
  assert.deepEqual(await readOauth(), { ...shown, scope: 'hooks' })
  await field(page, 'Send an access token (OAuth 2)').uncheck()
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  assert.equal(await readOauth(), null)
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
  await receiver.close()
})
