import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { createClient } from '#db/pool.ts'
import { plantChats } from '../plant-chats.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { press } from './keyboard.ts'
import { visit } from './pages.ts'
import { startWebProduct } from './product.ts'

const CHATS = 140

const product = await startWebProduct()
const client = createClient(product.env['DATABASE_URL']!, 'parley test')
await client.connect()
await plantChats(client, product.workspaceId, CHATS)
await client.end()

const bar = (page: Page) => page.getByRole('region', { name: 'Selection', exact: true })
const row = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(`^${name}\\s`) })
const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select the conversation with ${name}`, exact: true })
/** Exports the selected rows, and returns those of the downloaded file. */
async function exportFrom(page: Page, file: string): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export' }).click(),
  ])
  assert.equal(download.suggestedFilename(), file)
  return parse(await readFile(await download.path()), { columns: true, bom: true })
}
const isSelected = (page: Page, text: string) =>
  bar(page).getByText(text, { exact: true }).waitFor()
const countOf = async (status: string) =>
  (await product.api(`GET /api/v1/chats/matches?status=${status}`)).body.count as number

test('conversations are selected with the mouse and the keyboard, changed together, and restored', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await row(page, 'Contact 1').hover()
  await box(page, 'Contact 1').click()
  await isSelected(page, '1 selected')
  await box(page, 'Contact 4').click({ modifiers: ['Shift'] })
  await isSelected(page, '4 selected')
  assert.equal(await box(page, 'Contact 3').isChecked(), true, 'Shift selects the range')
  assert.deepEqual(await findViolations(page), [])
  await press(page, 'Escape')
  await bar(page).waitFor({ state: 'detached' })

  await row(page, 'Contact 2').focus()
  await press(page, 'x')
  await isSelected(page, '1 selected')
  await press(page, 'Shift+ArrowDown')
  await press(page, 'Shift+ArrowDown')
  await isSelected(page, '3 selected')
  await press(page, 'Shift+ArrowUp')
  await isSelected(page, '2 selected')
  assert.ok(!page.url().includes('/inbox/'), 'selecting opens no conversation')
  await press(page, 'e')
  await page.getByText('Closed 2 conversations').waitFor()
  await row(page, 'Contact 2').waitFor({ state: 'detached' })
  assert.equal(await countOf('closed'), 2)
  await press(page, 'z')
  await row(page, 'Contact 3').waitFor()
  assert.equal(await countOf('closed'), 0)

  await row(page, 'Contact 1').focus()
  await press(page, 'x')
  await press(page, 'a')
  await page.getByRole('dialog', { name: 'Assign 1 conversation' }).waitFor()
  await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await page.getByText(/^Assigned 1 conversation to /).waitFor()
  assert.deepEqual(problems, [])
})

test('all that match are changed in the background, shown with progress after a reload, and undone', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  const other = await product.open('/inbox?view=all', { as: 'agent' })
  await row(other.page, 'Contact 1').waitFor()
  await row(page, 'Contact 1').focus()
  await press(page, 'ControlOrMeta+a')
  await isSelected(page, `${CHATS} selected`)
  await box(page, 'Contact 5').click()
  await isSelected(page, `${CHATS - 1} selected`)
  const panel = page.getByRole('region', { name: 'Conversation', exact: true })
  await panel.getByRole('heading', { name: `${CHATS - 1} conversations selected` }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  const dialog = page.getByRole('dialog', { name: `Close ${CHATS - 1} conversations?` })
  await press(page, 'e')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await countOf('open'), CHATS)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  let isHeld = true
  await page.route('**/bulk-actions/*', async (route) => {
    const response = await route.fetch()
    const bulk = { ...(await response.json()), ...(isHeld && { status: 'running', done: 60 }) }
    await route.fulfill({ response, json: bulk })
  })
  await dialog.getByRole('button', { name: `Close ${CHATS - 1} conversations` }).click()
  const progress = page.getByRole('region', { name: 'Progress of changes' })
  await progress.getByText(`Changing conversations: 60 of ${CHATS - 1}`).waitFor()
  await page.reload()
  await progress.getByText(`Changing conversations: 60 of ${CHATS - 1}`).waitFor()
  isHeld = false
  // The pointer keeps the notice.
  await page
    .getByRole('alert')
    .getByText(`Closed ${CHATS - 1} conversations`)
    .hover()
  await progress.waitFor({ state: 'detached' })
  await row(page, 'Contact 5').waitFor()
  await row(page, 'Contact 1').waitFor({ state: 'detached' })
  await row(other.page, 'Contact 1').waitFor({ state: 'detached' })
  await row(other.page, 'Contact 5').waitFor()
  assert.equal(await countOf('open'), 1)
  assert.deepEqual(await findViolations(page), [])
  await press(page, 'z')
  await page.getByText(`${CHATS - 1} changes undone`).waitFor()
  await row(page, 'Contact 1').waitFor()
  await row(other.page, 'Contact 1').waitFor()
  assert.equal(await countOf('open'), CHATS)
  await visit(page, '/settings/audit-log')
  await page.getByText(`undid closing ${CHATS - 1} conversations`).waitFor()
  await page.getByText(`closed ${CHATS - 1} conversations`).waitFor()
  assert.deepEqual([...problems, ...other.problems], [])
})

test('tickets and contacts are selected in their tables and changed together', async () => {
  const contacts = await product.api('GET /api/v1/contacts?limit=3&q=Contact')
  for (const [index, { id }] of contacts.body.data.entries())
    await product.api('POST /api/v1/tickets', { body: { person_id: id, title: `Ticket ${index}` } })
  await product.api('POST /api/v1/tags', { body: { name: 'VIP' } })
  // Solved tickets stay in the table.
  const { page, problems } = await product.open('/tickets?status=all')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await isSelected(page, '3 selected')
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Solved' }).click()
  await page.getByText('Set status of 3 tickets to Solved').waitFor()
  await waitFor(
    async () => (await product.api('GET /api/v1/tickets/counts')).body.solved.count === 3,
  )
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await bar(page).getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('menuitem', { name: 'VIP' }).click()
  await page.getByText('Added tag “VIP” to 3 tickets').waitFor()
  await visit(page, '/contacts')
  await page.locator('tbody input[type=checkbox]').nth(0).click()
  const merge = bar(page).getByRole('button', { name: 'Merge' })
  assert.equal(await merge.isDisabled(), true, 'a merge needs two')
  await page.locator('tbody input[type=checkbox]').nth(1).click()
  await isSelected(page, '2 selected')
  assert.equal((await exportFrom(page, 'contacts.csv')).length, 2)
  assert.deepEqual(await findViolations(page), [])
  await bar(page).getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase 2 contacts?' })
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await dialog.getByText('This isn’t the number of selected contacts.').waitFor()
  await dialog.getByLabel('Type 2 to confirm').fill('2')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await waitFor(async () => (await product.api('GET /api/v1/erasures')).body.data.length === 2)
  await page.getByText('Erasing 2 contacts').waitFor()
  assert.deepEqual(problems, [])
})

test('conversations, tickets and contacts are exported: chosen ones, and all but some', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await row(page, 'Contact 8').hover()
  await box(page, 'Contact 8').click()
  assert.equal((await exportFrom(page, 'conversations.csv')).length, 1)
  await bar(page)
    .getByRole('button', { name: /^Select all \d/ })
    .click()
  const open = await countOf('open')
  await isSelected(page, `${open} selected`)
  await box(page, 'Contact 9').click()
  await isSelected(page, `${open - 1} selected`)
  const chats = await exportFrom(page, 'conversations.csv')
  assert.deepEqual(
    [chats.length, chats.some((chat) => chat['name'] === 'Contact 9')],
    [open - 1, false],
  )
  await page.goto('/contacts?q=contact')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  const selectAll = bar(page).getByRole('button', { name: /^Select all/ })
  await selectAll.waitFor()
  const counting = Promise.withResolvers<void>()
  await page.route('**/contacts/matches*', async (route) => {
    await counting.promise
    await route.continue()
  })
  await selectAll.click()
  // A row that is deselected before the number of all rows arrives stays deselected.
  await page.locator('tbody input[type=checkbox]').nth(0).click()
  counting.resolve()
  const { count } = (await product.api('GET /api/v1/contacts/matches?q=contact')).body
  await isSelected(page, `${count - 1} selected`)
  assert.equal((await exportFrom(page, 'contacts.csv')).length, count - 1)
  await visit(page, '/contacts?q=contact')
  const all = page.getByRole('checkbox', { name: 'Select all rows shown' })
  await all.click()
  await page.locator('tbody').hover()
  await waitFor(async () => {
    await page.mouse.wheel(0, 20_000)
    if (!(await all.isChecked())) await all.click()
    return (
      (await bar(page)
        .getByText(/^\d+ selected$/)
        .innerText()) === `${count} selected`
    )
  })
  assert.ok(count > 100)
  assert.equal((await exportFrom(page, 'contacts.csv')).length, count, 'more than fit an address')
  const { body } = await product.api('GET /api/v1/contacts?limit=2')
  for (const [index, { id }] of body.data.entries())
    await product.api('POST /api/v1/tickets', { body: { person_id: id, title: `Export ${index}` } })
  await page.goto('/tickets?q=export')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  assert.deepEqual(
    (await exportFrom(page, 'tickets.csv')).map((ticket) => ticket['title']),
    ['Export 1', 'Export 0'],
  )
  assert.deepEqual(problems, [])
})

test('an agent merges several contacts into the one that stays, and undoes it', async () => {
  const create = async (index: number) => {
    const body = { name: `Twin ${index}`, phone: `+1415555010${index}` }
    return (await product.api('POST /api/v1/contacts', { body })).body.id as string
  }
  const ids = [await create(0), await create(1), await create(2)]
  const survivorOf = async (id: string) =>
    (await product.api(`GET /api/v1/contacts/${id}`)).body.id as string
  const { page, problems } = await product.open('/contacts?q=twin', { as: 'agent' })
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await isSelected(page, '3 selected')
  await bar(page).getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 3 contacts' })
  const oldest = dialog.getByRole('radio', { name: 'Twin 0' })
  await oldest.waitFor()
  assert.equal(await oldest.isChecked(), true, 'the oldest contact stays unless another is chosen')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('radio', { name: 'Twin 1' }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Merged 2 contacts' })
  await notice.hover()
  for (const id of ids) assert.equal(await survivorOf(id), ids[1])
  await page.getByRole('link', { name: 'Twin 0' }).waitFor({ state: 'detached' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 changes undone').waitFor()
  for (const id of ids) assert.equal(await survivorOf(id), id)
  await page.getByRole('link', { name: 'Twin 0' }).waitFor()
  assert.deepEqual(problems, [])
})

test('the views of the board show how many tickets are open, as those of the list do', async () => {
  const { body: contacts } = await product.api('GET /api/v1/contacts?limit=1')
  const body = { person_id: contacts.data[0].id, title: 'Unassigned' }
  await product.api('POST /api/v1/tickets', { body })
  const { unassigned } = (await product.api('GET /api/v1/tickets/counts')).body
  const { page } = await product.open('/tickets/board')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('button', { name: `Unassigned ${unassigned.count}` }).waitFor()
})

test('cards of the board are selected as rows of the table are, and changed together', async () => {
  const contacts = await product.api('GET /api/v1/contacts?limit=5&q=Contact')
  for (const [index, { id }] of contacts.body.data.entries())
    await product.api('POST /api/v1/tickets', { body: { person_id: id, title: `Card ${index}` } })
  const { page, problems } = await product.open('/tickets/board?q=card')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (index: number) => page.getByRole('link', { name: `Card ${index}`, exact: true })
  const check = (index: number) =>
    page
      .getByRole('listitem')
      .filter({ has: card(index) })
      .getByRole('checkbox')
  const isIn = (status: string, index: number) =>
    column(status)
      .getByRole('link', { name: `Card ${index}`, exact: true })
      .waitFor()
  // The newest ticket is the first one.
  await card(4).hover()
  await check(4).click()
  await card(2).click({ modifiers: ['Shift'] })
  await isSelected(page, '3 selected')
  assert.match(page.url(), /\/tickets\/board/, 'Shift opens no ticket')
  assert.deepEqual(await findViolations(page), [])
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Pending' }).click()
  await page.getByText('Set status of 3 tickets to Pending').waitFor()
  for (const index of [2, 3, 4]) await isIn('Pending', index)
  await press(page, 'z')
  for (const index of [2, 3, 4]) await isIn('Open', index)

  await card(4).focus()
  await press(page, 'x', 'Shift+ArrowDown')
  await isSelected(page, '2 selected')
  await press(page, 'Shift+ArrowUp')
  await isSelected(page, '1 selected')
  await press(page, 'Escape')
  await bar(page).waitFor({ state: 'detached' })
  await press(page, 'ControlOrMeta+a')
  await isSelected(page, '5 selected')
  await card(3).dragTo(column('Solved'))
  await page.getByText('Set status of 5 tickets to Solved').waitFor()
  for (const index of [0, 1, 2, 3, 4]) await isIn('Solved', index)
  assert.deepEqual(problems, [])
})

test('on a phone a long press or a button begins the selection, and a tap selects', async () => {
  const { page, problems } = await product.open('/inbox?view=all', { width: 390, height: 844 })
  await row(page, 'Contact 7').waitFor()
  const at = (await row(page, 'Contact 7').boundingBox())!
  const cdp = await page.context().newCDPSession(page)
  const touchPoints = [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }]
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await isSelected(page, '1 selected')
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  assert.equal(await box(page, 'Contact 7').isChecked(), true)
  assert.ok(!page.url().includes('/inbox/'), 'a long press opens no conversation')
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Select conversations' }).click()
  await isSelected(page, '0 selected')
  await box(page, 'Contact 7').click()
  await isSelected(page, '1 selected')
  assert.deepEqual(await findViolations(page), [])
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()
  await row(page, 'Contact 7').click()
  await page.waitForURL(/\/inbox\/.+/)
  assert.deepEqual(problems, [])
})

test('an undo that was stopped says how far it came, and that the rest stays changed', async () => {
  const started = await product.api('POST /api/v1/chats/bulk-actions', {
    body: { action: 'close', filter: { status: 'open' } },
  })
  const { id } = started.body
  const { page } = await product.open('/inbox?view=closed')
  // Only the removal of the member who started it stops an undo, and it ends the member's session, too.
  await page.route(`**/bulk-actions/${id}`, async (route) => {
    const response = await route.fetch()
    const stopped = { status: 'canceled', undone_by: { type: 'member', id: null }, can_undo: false }
    const figures = { done: 139, undone: 60, kept: 2, cancel_reason: 'member_removed' }
    await route.fulfill({ response, json: { ...(await response.json()), ...stopped, ...figures } })
  })
  await page.evaluate(
    ([workspaceId, bulkId]) =>
      localStorage.setItem(
        'parley-bulk-actions',
        JSON.stringify([{ workspaceId, subject: 'chats', id: bulkId }]),
      ),
    [product.workspaceId, id],
  )
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: 'Undo stopped after 62 of 139' })
  await notice.getByText('the member who started it has left').waitFor()
  await notice.getByText('2 were changed since and stay as they are').waitFor()
  assert.equal(await notice.getByRole('button', { name: 'Undo' }).count(), 0)
})
