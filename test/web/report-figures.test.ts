import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const DAY_MS = 86_400_000

/** Sends a customer's texts as the platform does, written `days` ago. */
async function customerWrote(days: number, ...texts: string[]): Promise<void> {
  const from = '919811007788'
  const body = textPayload(
    product.phoneNumberId,
    texts.map((text, index) => ({ id: `wamid.ago${days}.${index}`, from, name: 'Nila Das', text })),
  )
  const at = String(Math.floor((Date.now() - days * DAY_MS) / 1000))
  const { status } = await product.postSigned(
    body.replaceAll(/"timestamp":"\d+"/g, `"timestamp":"${at}"`),
  )
  assert.equal(status, 200)
}

/** Returns the card of a figure. */
function cardOf(page: Page, label: string) {
  return page
    .getByRole('region', { name: 'Totals' })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
}

test('a figure says how it differs from the period before, and how it moved', async () => {
  await customerWrote(40, 'Is the shop open?')
  await customerWrote(2, 'I have a question.')
  await customerWrote(0, 'Hello?', 'Are you there?')
  await waitFor(
    async () => (await product.api('GET /api/v1/reports/messages')).body.totals.inbound >= 3,
    { what: 'the messages' },
  )
  const { page, problems } = await product.open('/reports')
  const received = cardOf(page, 'Received')
  const change = received.getByText('from the period before')
  await change.waitFor({ state: 'attached' })
  const { body } = await product.api('GET /api/v1/reports/messages')
  const more = Math.round((body.totals.inbound - 1) * 100).toLocaleString('en')
  assert.equal(await change.innerText(), `Up ${more}% from the period before`)
  assert.equal(await received.locator('polyline').count(), 1)
  const labels = page.locator('.recharts-surface text')
  await labels.first().waitFor()
  const texts = await labels.allTextContents()
  assert.ok(texts.includes('0'), texts.join())
  // Seven days and five values: thirty days ago there was nothing.
  assert.ok(texts.length <= 12, texts.join())
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('a figure opens the list that it counts', async () => {
  const { body: contacts } = await product.api('GET /api/v1/contacts?q=Nila')
  const create = async (title: string, more: object = {}) => {
    const body = { title, person_id: contacts.data[0].id, ...more }
    const { status, text } = await product.api('POST /api/v1/tickets', { body })
    assert.equal(status, 201, text)
  }
  await product.admin('POST /api/developer/webhooks', {
    body: { url: 'https://hooks.example.com/figures', events: ['ticket.created'] },
  })
  await create('The zip broke', { due_at: new Date(Date.now() - DAY_MS).toISOString() })
  await create('A new size')
  const { page, problems } = await product.open('/reports?report=tickets')
  const created = cardOf(page, 'Created').getByRole('link')
  await created.waitFor()
  const count = Number(await created.innerText())
  await created.click()
  await page.waitForURL(/\/tickets\?status=all&since=/)
  await page.getByRole('link', { name: 'A new size' }).waitFor()
  assert.equal(
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .count(),
    count,
  )
  await page.getByRole('button', { name: /^Clear filter: Created / }).click()
  await page.waitForURL(/\/tickets\?status=all$/)
  await visit(page, '/reports?report=tickets')
  await cardOf(page, 'Overdue').getByRole('link', { name: 'Overdue 1' }).click()
  await page.waitForURL(/overdue=/)
  await page.getByRole('link', { name: 'The zip broke' }).waitFor()
  // So does each figure of the table of ages.
  await visit(page, '/reports?report=tickets')
  const ages = page.getByRole('group', { name: 'Open tickets by age' })
  await ages.getByRole('row').nth(1).getByRole('link', { name: '2' }).click()
  await page.waitForURL(/\/tickets\?status=open&since=/)
  await page.getByRole('link', { name: 'A new size' }).waitFor()
  await visit(page, '/reports?report=deliveries')
  await cardOf(page, 'Pending').getByRole('link').click()
  await page.waitForURL(/\/developer\/deliveries\?status=pending&period=custom&since=/)
  await page.getByRole('button', { name: 'Status Pending' }).waitFor()
  assert.deepEqual(problems, [])
})

test('the board opens the conversations of a member and of a queue', async () => {
  const { page, problems } = await product.open('/reports?report=now')
  const queue = page.getByRole('group', { name: 'Queues of teams' }).getByRole('link').last()
  const waiting = Number(await queue.innerText())
  assert.ok(waiting > 0)
  await queue.click()
  await page.waitForURL(/view=unassigned&team_id=none&waiting=true/)
  await page.locator('[data-pane="list"] [data-chat]').first().waitFor()
  assert.deepEqual(problems, [])
})

test('members and teams stand beside each other', async () => {
  const { body: members } = await product.api('GET /api/v1/members')
  const { body: team } = await product.api('POST /api/v1/teams', {
    body: { name: 'Sales', member_ids: members.data.map(({ id }: { id: string }) => id) },
  })
  const { body: chats } = await product.api('GET /api/v1/chats?q=Nila')
  const chat = chats.data[0].id as string
  const { admin } = product
  await admin(`PATCH /api/v1/chats/${chat}`, { body: { team_id: team.id } })
  await admin('POST /api/v1/messages/send', { body: { conversation_id: chat, message: 'Yes!' } })
  const { page, problems } = await product.open('/reports', { width: 1440, height: 900 })
  const [ofMembers, ofTeams] = [
    page.getByRole('group', { name: 'Members', exact: true }),
    page.getByRole('group', { name: 'Teams', exact: true }),
  ]
  await ofTeams.getByRole('rowheader', { name: 'Sales' }).waitFor()
  const [left, right] = [await ofMembers.boundingBox(), await ofTeams.boundingBox()]
  assert.equal(left!.y, right!.y)
  assert.ok(left!.x + left!.width < right!.x)
  // A member's tables count everything, so they are not shown beside filtered figures.
  await page.getByLabel('Member', { exact: true }).selectOption({ index: 1 })
  await ofTeams.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('on paper a report is black on white, without rail and filters, its plots whole', async () => {
  const { page, problems } = await product.open('/reports', {
    width: 1440,
    height: 900,
    scheme: 'dark',
  })
  await page.locator('.recharts-bar-rectangle path').last().waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 720, height: 1000 })
  assert.equal(await page.getByRole('navigation').first().isVisible(), false)
  assert.equal(await page.getByLabel('Period', { exact: true }).isVisible(), false)
  assert.equal(await page.getByRole('tablist').isVisible(), false)
  await page.getByText(/^Messages: .+India Standard Time$/).waitFor()
  const look = await page.evaluate(() => {
    const { document, getComputedStyle, innerWidth } = globalThis as any
    const plot = document.querySelector('.recharts-surface').getBoundingClientRect()
    const { backgroundColor: back } = getComputedStyle(document.body)
    return { back, isWhole: plot.right <= innerWidth && plot.height > 100 }
  })
  await page.emulateMedia({ media: null })
  assert.deepEqual(look, { back: 'rgb(255, 255, 255)', isWhole: true })
  assert.deepEqual(problems, [])
})
