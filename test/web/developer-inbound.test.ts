import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TOKEN, textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { visit } from './pages.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const { admin, open } = product

test('the inbound log shows what came, inertly, what became of it, and processes it again', async () => {
  const hostile = '<img src=x onerror="document.title=1">‮gnp.exe'
  await product.customerWrites('919812377001', '<script>Meera</script>', hostile)
  const { page, problems } = await open('/developer/inbound?status=processed&platform=whatsapp')
  const row = page.getByRole('link', { name: 'WhatsApp' }).first()
  await row.waitFor()
  await page.getByText('1 recorded').first().waitFor()
  const list = page.getByRole('table', { name: 'Inbound log' })
  await list.getByText('<script>Meera</script>').waitFor()
  await list.getByText(hostile.slice(0, 12)).waitFor()
  await row.click()
  await page.getByRole('heading', { level: 2, name: 'Payload from WhatsApp' }).waitFor()
  await page.getByText('Recorded in the workspace.').waitFor()
  const text = await page.locator('main').innerText()
  assert.ok(text.includes('<script>Meera</script>'))
  assert.ok(text.includes('\\u202egnp.exe'), 'what turns text is written out')
  assert.equal(await page.locator('main img').count(), 0)
  await page.getByRole('button', { name: 'Reprocess', exact: true }).click()
  await page.getByText('Reprocessing started.').waitFor()
  const id = page.url().split('/').at(-1)
  const processed = await waitFor(async () => {
    const { body } = await admin(`GET /api/developer/inbound/${id}`)
    return body.status === 'processed' && body
  })
  await page.getByText('All items were processed.').waitFor()
  assert.deepEqual(processed.results, { recorded: 1 }, 'nothing is doubled')
  await page.getByRole('link', { name: 'Open message' }).waitFor()
  assert.deepEqual(problems, [])
})

test('a payload that had no channel is found, and processed once it has one', async () => {
  const account = String(Date.now())
  const written = { id: `wamid.${account}`, from: '919812377002', name: 'Ravi', text: 'Hello?' }
  await product.postSigned(textPayload(account, [written]))
  const { page, problems } = await open('/developer/inbound?status=unrouted')
  await page.getByRole('link', { name: 'WhatsApp' }).first().click()
  await page.getByText('No channel is connected for the account in the payload.').waitFor()
  await page.getByText(account, { exact: true }).waitFor()
  const channel = {
    type: 'whatsapp',
    account,
    name: 'Second number',
    access_token: CHANNEL_TOKEN,
  }
  assert.equal((await admin('POST /api/developer/channels', { body: channel })).status, 201)
  await page.getByText('Its channel is connected now').waitFor()
  await page.locator('main').getByRole('link', { name: 'Inbound log' }).click()
  await page.getByRole('link', { name: 'WhatsApp' }).first().click()
  await page.getByText(account, { exact: true }).waitFor()
  await page.getByText('Recorded in the workspace.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('404')),
    [],
  )
})

test('samples name what is to be set first, and the account of a channel', async () => {
  const { page } = await open('/developer/inbound')
  const sample = page.getByRole('region', { name: 'Send a payload yourself' })
  await sample.getByText(/"phone_number_id":"\d+"/).waitFor()
  await sample.getByText('Set these variables before you run it: WHATSAPP_APP_SECRET').waitFor()
  await visit(page, '/developer/keys')
  await page
    .getByText('Set these variables before you run it: PARLEY_API_KEY to an API key.')
    .waitFor()
})

test('an endpoint’s deliveries that are loading or failed to load are not shown as none', async () => {
  const { body } = await admin('POST /api/developer/webhooks', {
    body: { url: 'https://hooks.example.com/none', events: ['ticket.created'] },
  })
  const { page } = await open('/developer')
  let answer = () => undefined as void
  const isHeld = new Promise<void>((go) => (answer = go))
  await page.route('**/api/developer/webhooks/deliveries?*', async (route) => {
    await isHeld
    await route.fulfill({ status: 400, json: { code: 'invalid_request', message: 'No.' } })
  })
  const isAsked = page.waitForRequest('**/api/developer/webhooks/deliveries?*')
  await page.goto(`/developer/webhooks/${body.id}`)
  await isAsked
  await page.getByRole('status', { name: 'Loading' }).first().waitFor()
  assert.equal(await page.getByText('No deliveries yet', { exact: false }).count(), 0)
  answer()
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  assert.equal(await page.getByText('No deliveries yet', { exact: false }).count(), 0)
})
