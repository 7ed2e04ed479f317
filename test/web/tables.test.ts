import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { visit } from './pages.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const { admin, api, open } = product

const TITLES = Array.from({ length: 30 }, (_, index) => `Ticket ${index + 1}`)

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const pane = (page: Page) => page.getByRole('region', { name: 'ticket.created' })
const heading = (page: Page, level: 1 | 2, name: string) =>
  page.getByRole('heading', { level, name })

/** Creates tickets one after the other, so that their events are listed in the opposite order. */
async function createTickets(): Promise<void> {
  const { body } = await api('POST /api/v1/contacts', { body: { name: 'Meera Iyer' } })
  for (const title of TITLES)
    await api('POST /api/v1/tickets', { body: { person_id: body.id, title } })
}

await createTickets()
await product.customerWrites('919812377010', 'Leela Nair', 'Is it open?')
await admin('POST /api/developer/webhooks', { body: { url: 'https://hooks.example.com/orders' } })

test('the keys of a list show the details of its rows beside it, and one key copies them', async () => {
  const { page, context, problems } = await open('/developer/events?type=ticket.created')
  await row(page, 'Meera Iyer · Ticket 30').waitFor()
  const height = await row(page, 'Ticket 30').evaluate((each) => each.clientHeight)
  assert.ok(height <= 41, `a row is ${height} pixels high`)
  let loads = 0
  page.on('framenavigated', () => loads++)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.keyboard.press('j')
  await pane(page).getByText('"title": "Ticket 30"').waitFor()
  await page.keyboard.press('j')
  await pane(page).getByText('"title": "Ticket 29"').waitFor()
  await page.keyboard.press('ArrowDown')
  await pane(page).getByText('"title": "Ticket 28"').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('k')
  await pane(page).getByText('"title": "Ticket 30"').waitFor()
  assert.ok(await page.evaluate(() => 'isSame' in window), 'no page was loaded')
  assert.match(page.url(), /\/developer\/events\/[\w-]+\?type=ticket\.created$/)
  assert.deepEqual(await findViolations(page), [])

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('y')
  await page.getByText('Copied as JSON.').waitFor()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  assert.equal(copied.data.title, 'Ticket 30')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  for (const name of ['Next row', 'Previous row', 'Copy as JSON'])
    await keys.getByText(name).first().waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await pane(page).waitFor({ state: 'detached' })
  assert.match(page.url(), /\/developer\/events\?type=ticket\.created$/)
  assert.equal(
    await page.evaluate(() =>
      document.activeElement?.closest('tr')?.textContent?.includes('Ticket 30'),
    ),
    true,
    'the row keeps the focus',
  )
  assert.deepEqual(problems, [])
})

test('parts of JSON are folded and unfolded', async () => {
  const { page } = await open('/developer/events?type=ticket.created')
  await row(page, 'Ticket 30').waitFor()
  await page.keyboard.press('j')
  const title = pane(page).getByText('"title": "Ticket 30"')
  await title.waitFor()
  const fold = pane(page).getByRole('button', { name: 'Fold', exact: true })
  await fold.nth(1).click()
  await title.waitFor({ state: 'detached' })
  await pane(page).getByRole('button', { name: 'Unfold' }).click()
  await title.waitFor()
})

test('Back and the address keep the place in a list beside its details', async () => {
  const { page, problems } = await open('/developer/events?type=ticket.created')
  await row(page, 'Ticket 8').first().waitFor()
  const last = row(page, 'Ticket 8').first()
  await last.scrollIntoViewIfNeeded()
  const before = (await last.boundingBox())!.y
  await last.click()
  await pane(page).getByText('"title": "Ticket 8"').waitFor()
  assert.ok(Math.abs((await last.boundingBox())!.y - before) < 1, 'the list stays where it is')
  const address = page.url()
  await page.keyboard.press('j')
  await pane(page).getByText('"title": "Ticket 7"').waitFor()
  await page.goBack()
  await pane(page).waitFor({ state: 'detached' })
  await waitFor(async () => (await last.boundingBox())!.y <= before)
  assert.ok((await last.boundingBox())!.y > 0, 'the list is where it was')
  await page.goto(address)
  await pane(page).getByText('"title": "Ticket 8"').waitFor()
  const selected = page.locator('tr[data-open="true"]')
  await selected.filter({ hasText: 'Ticket 8' }).waitFor()
  assert.ok((await selected.boundingBox())!.y + 40 <= 800, 'the row of the address is in view')
  assert.deepEqual(problems, [])
})

test('in a narrow window the details are a page, and Back keeps the place in the list', async () => {
  const { page, problems } = await open('/developer/events?type=ticket.created', { width: 900 })
  const last = row(page, 'Ticket 8').first()
  await last.waitFor()
  await last.scrollIntoViewIfNeeded()
  const before = (await last.boundingBox())!.y
  await last.getByRole('link').click()
  await heading(page, 1, 'ticket.created').waitFor()
  await page.getByText('"title": "Ticket 8"').waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await page.goBack()
  await last.waitFor()
  await waitFor(async () => Math.abs((await last.boundingBox())!.y - before) <= 2)
  await last.getByRole('link').click()
  await page.locator('main').getByRole('link', { name: 'Events' }).click()
  await page.waitForURL(/events\?type=ticket\.created$/)
  await last.waitFor()
  await waitFor(async () => Math.abs((await last.boundingBox())!.y - before) <= 2)
  assert.deepEqual(problems, [])
})

test('filters are chips: with a menu, a cross, and others to add; the address keeps them', async () => {
  const { page, problems } = await open('/developer/events')
  await row(page, 'Ticket 30').waitFor()
  const bar = page.getByRole('search', { name: 'Filters' })
  await chooseFilter(page, 'Event type', 'contact.created')
  await row(page, 'contact.created').first().waitFor()
  await row(page, 'Ticket 30').waitFor({ state: 'detached' })
  assert.match(page.url(), /type=contact\.created/)
  await bar.getByRole('button', { name: 'Event type contact.created' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await chooseFilter(page, 'Time', 'Last hour')
  await page.waitForURL(/period=1h/)
  await page.reload()
  await bar.getByRole('button', { name: 'Time Last hour' }).waitFor()
  await bar.getByRole('button', { name: 'Remove filter: Event type' }).click()
  await row(page, 'Ticket 30').waitFor()
  assert.doesNotMatch(page.url(), /type=/)
  await bar.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL(/\/developer\/events$/)
  assert.equal(await bar.getByRole('button', { name: 'Time' }).count(), 0)

  // The keys of the list are not meant while a menu is open, and the menu finds a choice by typing.
  await bar.getByRole('button', { name: 'Event type' }).evaluate((button: HTMLElement) => {
    button.click()
    // Before the field of the menu has the focus.
    for (const key of 'tic') {
      button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  await page
    .getByRole('textbox', { name: 'Event type: Find' })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type('ket.cre')
  await waitFor(async () => (await page.getByRole('option').count()) === 1, { what: 'the choice' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/type=ticket\.created/)
  await bar.getByRole('button', { name: 'Outcome' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  assert.equal(await pane(page).count(), 0)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  assert.ok((await bar.boundingBox())!.y < 20, 'the filters stay at the top')
  assert.deepEqual(problems, [])
})

test('a list is refreshed while it is live, and the rows in view stay where they are', async () => {
  const { page } = await open('/developer/events')
  const live = page.getByRole('switch', { name: 'Live' })
  const seen = row(page, 'Ticket 12')
  await seen.waitFor()
  await page.locator('#main > div').evaluate((each) => each.scrollTo(0, 300))
  const before = (await seen.boundingBox())!.y
  await api('POST /api/v1/contacts', { body: { name: 'Ravi Shah' } })
  await row(page, 'Ravi Shah').waitFor()
  const after = (await seen.boundingBox())!.y
  assert.ok(Math.abs(after - before) < 1, `the rows move by ${after - before} pixels`)
  await live.press('Space')
  await api('POST /api/v1/contacts', { body: { name: 'Ines Costa' } })
  await live.press('Space')
  await row(page, 'Ines Costa').waitFor()
})

test('the audit log says what changed in a line, and all of it beside the list', async () => {
  await admin('PATCH /api/developer/workspace', { body: { name: 'Lantern shop' } })
  const { page, problems } = await open('/settings/audit-log')
  const entry = row(page, 'updated the workspace').first()
  await entry.getByText('Lantern shop').waitFor()
  await chooseFilter(page, 'Area', 'Workspace')
  await page.waitForURL(/topic=workspace/)
  await entry.getByRole('link').click()
  const details = page.getByRole('region', { name: 'Entry' })
  await details.getByText('"action": "workspace.updated"').waitFor()
  await details.getByText('Lantern shop').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('on a phone, rows have two lines and open a page', async () => {
  const { page, problems } = await open('/developer/events?type=ticket.created', {
    width: 375,
    height: 740,
  })
  const item = page.getByRole('listitem').filter({ hasText: 'Ticket 30' })
  await item.getByText('Meera Iyer').waitFor()
  const height = await item.evaluate((each) => each.clientHeight)
  assert.ok(height < 64, `a row is ${height} pixels high`)
  assert.deepEqual(await findViolations(page), [])
  await item.getByRole('link').click()
  await heading(page, 1, 'ticket.created').waitFor()
  await page.goBack()
  await item.waitFor()
  for (const path of ['/developer/keys', '/settings/members', '/settings/audit-log']) {
    await visit(page, path)
    await page.getByRole('listitem').first().waitFor()
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375, path)
  }
  assert.deepEqual(problems, [])
})

test('the titles of rows have room at every width', async () => {
  const { page } = await open('/developer/keys')
  for (const width of [820, 1024, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/developer/keys',
      '/developer/webhooks',
      '/developer/inbound',
      '/settings/members',
    ]) {
      await visit(page, path)
      await page.getByRole('table').first().waitFor()
      const room = await page
        .locator('tbody td[data-place="title"]')
        .first()
        .evaluate((cell) => cell.clientWidth)
      assert.ok(room >= 110, `${path} at ${width}: ${room} pixels`)
    }
  }
})
