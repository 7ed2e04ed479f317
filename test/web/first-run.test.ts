import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations, openBrowser } from './browser.ts'
import { startDemo } from './demo.ts'
import type { Demo } from './demo.ts'

const WIDE = { width: 1440, height: 900 }

/** The parts of the panel, and of the simulator's pages in it. */
function parts(page: Page) {
  const panel = page.getByRole('complementary', { name: 'First steps' })
  return {
    panel,
    step: (title: string, state: 'done' | 'to do') =>
      panel.getByRole('listitem').filter({ hasText: `${title} (${state})` }),
    phone: page.frameLocator('iframe[title^="Simulated customer phone"]'),
    receiver: page.frameLocator('iframe[title^="Simulated webhook server"]'),
  }
}

/** Sends a customer's message without a browser, as the README does. */
async function writeAsCustomer(demo: Demo, text: string): Promise<void> {
  const numbers = await (await fetch(`${demo.simulatorUrl}/sim/numbers`)).json()
  const [{ phone_number_id }] = numbers.data
  const response = await fetch(`${demo.simulatorUrl}/sim/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '919876543210', name: 'Meera Nair', phone_number_id, text }),
  })
  assert.ok(response.ok, await response.text())
}

/** Returns everything that a page stores and shows, as text. */
async function everything(page: Page): Promise<string> {
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  return kept + (await page.content())
}

test('the first steps lead from a customer who writes to a webhook whose signature is right', async () => {
  const demo = await startDemo()
  const { open } = await openBrowser(demo.url)
  const { page, problems } = await open('/inbox', { cookie: demo.cookie, ...WIDE })
  const { panel, step, phone, receiver } = parts(page)
  await step('A customer writes', 'to do').waitFor()

  await phone.getByText('Meera Nair').first().click()
  await phone.getByLabel('Message to the business').fill('Does it come in blue?')
  await phone.getByLabel('Message to the business').press('Enter')
  await step('A customer writes', 'done').waitFor()

  await panel.getByRole('button', { name: 'Open conversation' }).click()
  // A newcomer types at once: no letter calls a shortcut.
  await page.keyboard.type('No, but it does from Monday on.')
  await waitFor(
    async () =>
      (await page.getByLabel('Message to Meera Nair').inputValue()) ===
      'No, but it does from Monday on.',
  )
  await page.keyboard.press('Enter')
  await step('You reply', 'done').waitFor()
  await phone.getByRole('log').getByText('No, but it does from Monday on.').waitFor()

  await panel.getByRole('button', { name: 'Register webhook' }).click()
  await step('Register a webhook', 'done').waitFor()
  await receiver.getByText('This server has the signing secret.').waitFor()
  assert.doesNotMatch(await everything(page), /whsec_/)

  await panel.getByText('Customer’s phone').click()
  await phone.getByLabel('Message to the business').fill('Then I take two.')
  await phone.getByLabel('Message to the business').press('Enter')
  await step('The webhook arrives', 'done').waitFor()
  await panel.getByText('Your server', { exact: true }).click()
  await receiver.getByText('✓ The signature is correct.').first().waitFor()
  await receiver.getByText('Then I take two.').first().waitFor()
  assert.doesNotMatch(await everything(page), /whsec_/)

  await page.reload()
  await panel.getByRole('button', { name: 'Finish' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  assert.equal(await panel.count(), 0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or run a command').fill('first steps')
  await page.getByText('Show first steps').click()
  await step('The webhook arrives', 'done').waitFor()
  assert.deepEqual(problems, [])
})

test('what happens while nobody looks is ticked on the return, and a lost secret is mended', async () => {
  const demo = await startDemo()
  const { open } = await openBrowser(demo.url)
  const { page } = await open('/inbox', { cookie: demo.cookie, ...WIDE })
  const { panel, step, receiver } = parts(page)
  await step('A customer writes', 'to do').waitFor()
  await page.goto('about:blank')
  await writeAsCustomer(demo, 'Is anybody there?')
  const endpoints = '/api/developer/webhooks'
  const { body: config } = await demo.admin('GET /api/app/config')
  const registered = await demo.admin(`POST ${endpoints}`, {
    body: { url: config.demo.receiver_url, events: ['message.received'] },
  })
  assert.equal(registered.status, 201, registered.text)

  await page.goto('/inbox')
  await step('A customer writes', 'done').waitFor()
  await step('Register a webhook', 'done').waitFor()
  const { body: chats } = await demo.admin('GET /api/v1/chats?limit=1')
  const sent = await demo.admin('POST /api/v1/messages/send', {
    body: { conversation_id: chats.data[0].id, message: 'We are.' },
  })
  assert.equal(sent.status, 201, sent.text)
  await step('You reply', 'done').waitFor()

  // The receiver has no secret, because it was registered by hand.
  await panel.getByRole('button', { name: 'Send test event' }).click()
  await panel.getByText('the server doesn’t have the signing secret').waitFor()
  await step('The webhook arrives', 'to do').waitFor()
  await panel.getByRole('button', { name: 'Give it a new secret' }).click()
  await receiver.getByText('This server has the signing secret.').waitFor()
  await writeAsCustomer(demo, 'Good.')
  await step('The webhook arrives', 'done').waitFor()
  await receiver.getByText('✓ The signature is correct.').first().waitFor()

  // Deleting the endpoint returns to that step only if nothing has arrived.
  await demo.admin(`DELETE ${endpoints}/${registered.body.id}`)
  await page.reload()
  await panel.getByRole('button', { name: 'Finish' }).waitFor()
})

describe('the demo before its first step', async () => {
  const demo = await startDemo()

  test('a phone shows the steps when it is asked to, and they can be folded away beside the inbox', async () => {
    const { open } = await openBrowser(demo.url)
    const narrow = await open('/inbox', { cookie: demo.cookie, width: 375, height: 720 })
    const bar = parts(narrow.page).panel
    await bar.getByText('0 of 4 steps done').waitFor()
    assert.equal(await narrow.page.locator('iframe').count(), 0)
    await bar.getByRole('button', { name: 'First steps', exact: true }).click()
    const drawer = narrow.page.getByRole('dialog', { name: 'First steps' })
    await drawer.getByText('A customer writes').waitFor()
    await parts(narrow.page).phone.getByText('Meera Nair').first().waitFor()
    await narrow.page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await bar.getByRole('button', { name: 'Dismiss first steps' }).click()
    await bar.waitFor({ state: 'detached' })

    const { page, problems } = await open('/inbox', { cookie: demo.cookie, ...WIDE })
    const { panel, step } = parts(page)
    await step('A customer writes', 'to do').waitFor()
    assert.deepEqual(await findViolations(page), [])
    await panel.getByRole('button', { name: 'Collapse first steps' }).click()
    await page.reload()
    await panel.getByText('0 of 4 steps done').waitFor()
    assert.equal(await page.locator('iframe').count(), 0)
    await panel.getByRole('button', { name: 'First steps', exact: true }).click()
    await step('A customer writes', 'to do').waitFor()
    assert.deepEqual(problems, [])
  })

  test('the app frames the pages of the simulator alone, and they stand in the app alone', async () => {
    const page = await fetch(`${demo.url}/inbox`, { headers: { accept: 'text/html' } })
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, new RegExp(`frame-src 'self' ${demo.simulatorUrl}(;|$)`))
    for (const path of ['/', '/receiver']) {
      const framed = await fetch(`${demo.simulatorUrl}${path}`, {
        headers: { accept: 'text/html' },
      })
      const parents = /frame-ancestors ([^;]+)/
        .exec(framed.headers.get('content-security-policy')!)![1]!
        .split(' ')
      const { port } = new URL(demo.url)
      assert.deepEqual(parents, [`http://localhost:${port}`, `http://127.0.0.1:${port}`])
    }
  })
})
