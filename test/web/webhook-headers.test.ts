import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { readCaches } from './caches.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

const FIRST = 'gateway-key-4f9a'
const SECOND = 'gateway-key-77c1'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const headersField = (page: Page) => dialog(page).getByLabel('Custom headers')

/** Waits until the app's caches hold none of the values, and checks that the page shows none of them. */
async function assertForgotten(page: Page, url: string): Promise<void> {
  const caches = await waitFor(async () => {
    const text = await readCaches(page)
    return text.includes(FIRST) || text.includes(SECOND) ? undefined : text
  })
  assert.ok(caches.includes(url), 'the caches are really read')
  const content = await page.content()
  for (const value of [FIRST, SECOND]) assert.ok(!content.includes(value))
}

test('custom headers are added, changed and removed in the form, and their values are never shown or kept', async () => {
  const receiver = await startReceiver()
  const url = `${receiver.url}/hook`
  const { page, problems } = await open('/developer/webhooks')
  await button(page, 'Add endpoint').first().click()
  await dialog(page).getByLabel('URL').fill(url)
  await headersField(page).fill(`X-Api-Key: ${FIRST}\nX-Team: sales`)
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Add endpoint').last().click()
  await dialog(page).getByLabel('Signing secret').waitFor()
  await button(page, 'Done').click()
  await page.getByText('X-Api-Key, X-Team').waitFor()
  await assertForgotten(page, url)

  const sendTest = async () => {
    const { body } = await admin('GET /api/developer/webhooks')
    const endpoint = body.data.find((each: { url: string }) => each.url === url)
    await admin(`POST /api/developer/webhooks/${endpoint.id}/test`, { body: {} })
    const { headers } = receiver.requests.at(-1)!
    return [headers['x-api-key'], headers['x-team'], headers['x-new']]
  }
  assert.deepEqual(await sendTest(), [FIRST, 'sales', undefined])

  await button(page, 'Edit').click()
  assert.equal(await headersField(page).inputValue(), 'X-Api-Key\nX-Team')
  await headersField(page).fill(`X-Api-Key: ${SECOND}\nX-New: 2`)
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('X-Api-Key, X-New').waitFor()
  await assertForgotten(page, url)
  assert.deepEqual(await sendTest(), [SECOND, undefined, '2'])

  await button(page, 'Edit').click()
  assert.equal(await headersField(page).inputValue(), 'X-Api-Key\nX-New')
  await headersField(page).fill(`X-Api-Key: ${FIRST}\nHost: example.com`)
  await button(page, 'Save').click()
  await dialog(page).getByText('must not set Host').first().waitFor()
  await button(page, 'Cancel').click()
  await dialog(page).waitFor({ state: 'detached' })
  await assertForgotten(page, url)
  assert.deepEqual(await sendTest(), [SECOND, undefined, '2'], 'a refused change changes nothing')

  await button(page, 'Edit').click()
  await headersField(page).fill('')
  await button(page, 'Save').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('X-Api-Key, X-New').waitFor({ state: 'detached' })
  assert.deepEqual(await sendTest(), [undefined, undefined, undefined])
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  )
  await receiver.close()
})
