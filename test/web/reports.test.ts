import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations } from './browser.ts'
import { testHours } from '../hours.ts'
import { waitFor } from '../wait-for.ts'
import { settle, visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const KINDS = ['messages', 'responses', 'tickets', 'bots', 'leads', 'deliveries'] as const

/** Returns the cells of a table's last row, which is today. */
async function lastRow(page: Page, table: string): Promise<string[]> {
  const rows = page.getByRole('group', { name: table }).getByRole('row')
  return rows.last().locator('th, td').allInnerTexts()
}

test('nothing in the chosen time is said so, with what to do next', async () => {
  const { page, problems } = await product.open('/reports?period=last-month', { as: 'agent' })
  for (const name of [
    'Messages',
    'Response times',
    'Side by side',
    'Tickets',
    'Leads',
    'Costs',
    'Webhook deliveries',
  ]) {
    await page.getByRole('tab', { name }).click()
    await page.getByRole('heading', { name: 'No data for this period' }).waitFor()
  }
  assert.deepEqual(problems, [])
})

test('the figures of today stand in totals, plot, table and file, and follow what happens', async () => {
  const from = '919811002233'
  await product.customerWrites(from, 'Asha Rao', 'Do you ship abroad?')
  await product.customerWrites(from, 'Asha Rao', 'To Nepal, that is.')
  await waitFor(
    async () => (await product.api('GET /api/v1/reports/messages')).body.totals.inbound === 2,
    { what: 'both messages' },
  )
  const { page, problems } = await product.open('/reports')
  const show = page.getByRole('button', { name: 'Show data' })
  await show.waitFor()
  assert.equal(await page.getByRole('definition').first().innerText(), '2')
  assert.equal(await page.getByRole('group', { name: 'Data', exact: true }).count(), 0)
  await show.click()
  await page
    .getByRole('img', { name: /^Messages received and sent\. 2 received and 0 sent/ })
    .waitFor()
  await page.locator('.recharts-bar-rectangle path').last().waitFor()
  assert.deepEqual((await lastRow(page, 'Data')).slice(1), ['2', '0', '0'])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV: Data' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'messages.csv')
  const lines = (await readFile(await download.path(), 'utf8')).slice(1).trimEnd().split('\r\n')
  assert.equal(lines[0], 'start,end,inbound,outbound,failed')
  assert.match(lines.at(-1)!, /^\d{4}-\d\d-\d\dT00:00:00\+05:30,.+\+05:30,2,0,0$/)

  await page.getByLabel('Period', { exact: true }).selectOption('Today')
  await page.getByLabel('Group by').selectOption('Hour')
  await page.waitForURL(/period=today/)
  await page.waitForURL(/bucket=hour/)
  await page.getByRole('columnheader', { name: 'Hour' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show data' }).click()
  await page.getByRole('columnheader', { name: 'Hour' }).waitFor()
  assert.equal(await page.getByRole('definition').first().innerText(), '2')
  assert.deepEqual(problems, [])
})

test('a plot without a figure says so, and no total speaks of a time that is none', async () => {
  const { page, problems } = await product.open('/reports?report=responses')
  await page.getByRole('heading', { name: 'Data' }).waitFor()
  await page
    .getByRole('figure')
    .filter({ hasText: 'Time to resolution' })
    .getByText('No data for this period')
    .waitFor()
  const totals = page.getByRole('region', { name: 'Totals' })
  assert.doesNotMatch(await totals.innerText(), /within –/)
  assert.deepEqual(problems, [])
})

test('days of one’s own are kept in the address, and never end before they begin', async () => {
  const { page } = await product.open('/reports')
  await page.getByLabel('Period', { exact: true }).selectOption('Custom range')
  await page.getByLabel('From', { exact: true }).fill('2020-02-28')
  await page.getByLabel('To', { exact: true }).fill('2020-03-01')
  await page.waitForURL(/from=2020-02-28&to=2020-03-01/)
  await page.getByRole('heading', { name: 'No data for this period' }).waitFor()
  await page.goto('/reports?period=custom&from=2026-03-31&to=2026-03-01')
  assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2026-03-01')
})

test('each report is reached by the keyboard, and the palette opens it by its name', async () => {
  const { page } = await product.open('/reports')
  await page.getByRole('tab', { name: 'Messages' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/report=responses/)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or run a command').fill('report: leads')
  await page.getByText('Open report: Messages').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/report=leads/)
})

test('a report that cannot be had says so, and is asked for again', async () => {
  const { page, context } = await product.open('/settings/profile')
  const report = '**/api/v1/reports/messages?**'
  await context.route(report, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        detail: 'It broke.',
        code: 'internal',
        request_id: 'r1',
        status: 500,
      }),
    }),
  )
  await page.goto('/reports')
  await page.getByRole('alert').getByText('Couldn’t load this').waitFor()
  await context.unroute(report)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Data' }).waitFor()
})

test('hostile sources and campaigns are shown inertly', async () => {
  const source = '<img src=x onerror=alert(1)>'
  const campaign = '=2+5\u202e<script>alert(2)</script>'
  const made = await product.api('POST /api/v1/contacts', {
    body: { name: 'Eve', phone_e164: '+919811002244', source, campaign },
  })
  assert.equal(made.status, 201, made.text)
  const { page, problems } = await product.open('/reports?report=leads')
  page.on('dialog', () => assert.fail('A script ran.'))
  await page
    .getByRole('group', { name: 'Leads by source and campaign' })
    .getByText(source)
    .waitFor()
  await page.locator('.recharts-bar-rectangle path').last().waitFor()
  assert.equal(await page.locator('main img').count(), 0)
  assert.deepEqual(problems, [])
})

test('no report breaks a rule of WCAG 2.2 AA or is wider than a phone', async () => {
  const { page, problems } = await product.open('/reports', { width: 375, height: 800 })
  for (const kind of KINDS) {
    await visit(page, `/reports?report=${kind}`)
    await settle(page)
    assert.deepEqual(await findViolations(page), [], kind)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(excess, 0, kind)
  }
  assert.deepEqual(problems, [])
})

test('the details of a sent message say what it costs', async () => {
  await product.customerWrites('919811000077', 'Rohan Price', 'What does this cost you?')
  const chat = await waitFor(
    async () => (await product.api('GET /api/v1/chats?q=Rohan')).body.data[0]?.id as string,
  )
  await product.api('POST /api/v1/messages/send', {
    body: { conversation_id: chat, message: 'Nothing.' },
  })
  const { page, problems } = await product.open(`/inbox/${chat}`)
  const sent = page.locator('article', { hasText: 'Nothing.' })
  await sent.getByText(/Delivered|Read/).waitFor({ state: 'attached' })
  await sent.hover()
  await sent.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Delivery details' }).click()
  await page.getByRole('dialog').getByText('Service · Free: customer service').waitFor()
  assert.deepEqual(problems, [])
})

test('a report is scheduled, changed, sent to oneself and deleted on its page', async () => {
  const { page, problems } = await product.open('/reports?report=responses')
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await page.getByText('No reports are scheduled yet.').waitFor()
  await page.getByRole('button', { name: 'Schedule this report' }).click()
  const form = page.getByRole('dialog', { name: 'Send by mail: Response times' })
  await form.getByLabel('Every').selectOption('Month')
  await form.getByLabel('On day').selectOption('28')
  await form.getByLabel('Period').selectOption('Last month')
  await form.getByRole('button', { name: 'Schedule this report' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Response times: monthly, Last month' })
  await row.waitFor()
  await row.getByRole('button', { name: 'Edit: Response times' }).click()
  await page.getByLabel('Every').selectOption('Day')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const daily = page.getByRole('listitem').filter({ hasText: 'Response times: daily, Last month' })
  await daily.getByRole('button', { name: 'Send to me now: Response times' }).click()
  await page.getByText('The mail is on its way to you').waitFor()
  await daily.getByRole('button', { name: 'Delete: Response times' }).click()
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByText('No reports are scheduled yet.').waitFor()
  assert.deepEqual(problems, [])
})

test('times are counted in business hours once there are any', async () => {
  const { page, problems } = await product.open('/reports?report=work')
  await page.getByLabel('Compare').waitFor()
  assert.equal(await page.getByLabel('Times in').count(), 0)
  const { status } = await product.api('POST /api/v1/business-hours', {
    body: { ...testHours('Office'), is_default: true },
  })
  assert.equal(status, 201)
  await page.reload()
  await page.getByLabel('Times in').selectOption('Business hours')
  await page.waitForURL(/hours=business/)
  await page.getByRole('tab', { name: 'Response times' }).click()
  assert.equal(await page.getByLabel('Times in').inputValue(), 'business')
  assert.deepEqual(problems, [])
})

test('the messages of the period are downloaded, each with its text', async () => {
  const { page } = await product.open('/reports')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download: All messages of the period, JSON lines' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'messages.ndjson')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
  const texts = lines.map((line) => JSON.parse(line).text)
  assert.deepEqual(texts.slice(-2), ['To Nepal, that is.', 'Do you ship abroad?'])
})
