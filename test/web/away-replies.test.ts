import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEEKDAYS } from '#shared/business-hours.ts'
import { findViolations } from './browser.ts'
import { findChat, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const DAY_MS = 86_400_000
const dayAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('an admin sets business hours with a break and holidays up, and sees what is next', async () => {
  const { page, problems } = await product.open('/settings/business-hours')
  await page.getByRole('button', { name: 'Add business hours' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbor office')
  await dialog.getByLabel('Monday: to').fill('12:30')
  await dialog.getByRole('button', { name: 'Add a period on Monday' }).click()
  await dialog.getByLabel('Monday: from').nth(1).fill('13:30')
  await dialog.getByLabel('Monday: to').nth(1).fill('00:00')
  await dialog.getByRole('button', { name: 'Add a day' }).click()
  await dialog.getByLabel('Occasion').fill('Inventory')
  await dialog.getByLabel('Date').fill(dayAt(5))
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Add business hours' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Next: .* Inventory$/).waitFor()
  await page.getByText(/^The last dated day is/).waitFor()
  assert.deepEqual(await findViolations(page), [])
  const { body } = await product.admin('GET /api/v1/business-hours')
  const made = body.data.find((each: { name: string }) => each.name === 'Harbor office')
  assert.deepEqual(made.week.mon, [
    ['09:00', '12:30'],
    ['13:30', '00:00'],
  ])

  await page.getByRole('button', { name: 'Edit the business hours Harbor office' }).click()
  await dialog.getByLabel('When').selectOption('Each year around Easter')
  await dialog.getByLabel('Days after Easter Sunday').fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const changed = await product.admin(`GET /api/v1/business-hours/${made.id}`)
  assert.deepEqual(changed.body.exceptions[0].yearly, { easter: 1 })
  await product.admin(`DELETE /api/v1/business-hours/${made.id}`)
  assert.deepEqual(problems, [])
})

test('an admin switches away replies of a team on, and its thread shows them', async () => {
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, [['09:00', '17:00']]]))
  const exceptions = [-1, 0, 1].map((days) => ({
    label: 'Closed',
    date: dayAt(days),
    periods: [],
  }))
  const closed = { name: 'Closed now', time_zone: 'UTC', week, exceptions }
  const hours = await product.admin('POST /api/v1/business-hours', { body: closed })
  const team = await product.admin('POST /api/v1/teams', {
    body: { name: 'Night', member_ids: [], business_hours_id: hours.body.id },
  })
  const { page, problems } = await product.open('/settings/teams')
  await page.getByRole('button', { name: 'Edit the team Night' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Business hours').inputValue(), hours.body.id)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Away reply of Night' }).click()
  await dialog.getByLabel('Send away replies').check()
  await dialog.getByRole('combobox', { name: 'Add a language' }).click()
  await page.getByRole('option', { name: 'English', exact: true }).click()
  await dialog.getByLabel('Text in English').fill('We are closed until {{next_opening}}.')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const path = `/api/v1/teams/${team.body.id}/away-reply`
  assert.equal((await product.admin(`GET ${path}`)).body.is_on, true)

  await product.customerWrites('919844000041', 'Mira Sen', 'Are you open?')
  const { id } = await findChat(product, '919844000041')
  await product.admin(`PATCH /api/v1/chats/${id}`, { body: { team_id: team.body.id } })
  await page.goto(`/inbox/${id}`)
  await thread(page)
    .getByText(/We are closed until .*9:00 AM\./)
    .waitFor()
  await thread(page).getByText('Away reply sent: outside business hours').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await product.admin(`DELETE /api/v1/teams/${team.body.id}`)
  await product.admin(`DELETE /api/v1/business-hours/${hours.body.id}`)
  assert.deepEqual(problems, [])
})
