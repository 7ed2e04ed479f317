import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { testHours } from '../hours.ts'
import { findViolations } from './browser.ts'
import { findChat, message } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const account = (page: Page) => page.getByRole('button', { name: /account/ })
const state = (page: Page, name: string) =>
  page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) })

/** Finds violations while a menu is open, which lies outside of the landmarks of the page, as every menu does. */
async function findMenuViolations(page: Page): Promise<string[]> {
  return (await findViolations(page)).filter((each) => !each.startsWith('region:'))
}

test('a member sets their availability by keyboard, and others see it at once', async () => {
  await product.customerWrites('919844000101', 'Meera Nair', 'Is anybody there?')
  const { id } = await findChat(product, '919844000101')
  const agent = await product.open('/inbox', { as: 'agent' })
  const { page, problems } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Is anybody there\\?').waitFor()
  // The open apps make both of them online.
  await account(agent.page)
    .and(agent.page.getByRole('button', { name: /\(Online\)/ }))
    .waitFor()
  await page.keyboard.press('a')
  await page.getByRole('option', { name: /agent.*Online$/i }).waitFor()

  await account(agent.page).focus()
  await agent.page.keyboard.press('Enter')
  await state(agent.page, 'Automatic').and(agent.page.locator('[aria-checked=true]')).waitFor()
  assert.equal(await agent.page.getByText('Until', { exact: true }).count(), 0)
  await state(agent.page, 'Away').focus()
  await agent.page.keyboard.press('Enter')
  await state(agent.page, 'I change it').and(agent.page.locator('[aria-checked=true]')).waitFor()
  await page.getByRole('option', { name: /agent.*Away$/i }).waitFor()
  await state(agent.page, '1 hour from now').focus()
  await agent.page.keyboard.press('Enter')
  await page.getByRole('option', { name: /agent.*Away until /i }).waitFor()
  assert.deepEqual(await findMenuViolations(agent.page), [])
  await agent.page.keyboard.press('Escape')
  await agent.page.getByRole('button', { name: /\(Away until / }).waitFor()

  // It is the same after a reload, until the member sets it back.
  await agent.page.reload()
  await agent.page.getByRole('button', { name: /\(Away until / }).click()
  await state(agent.page, 'Automatic').click()
  await page.getByRole('option', { name: /agent.*Online$/i }).waitFor()
  assert.deepEqual([problems, agent.problems], [[], []])
})

test('an admin sets the availability of a member, also on a phone and in Hindi', async () => {
  const { page, problems } = await product.open('/settings/members', { width: 390, height: 800 })
  const button = page.getByRole('button', { name: /^Availability of .*agent.*: /i })
  await button.click()
  await state(page, 'Offline').click()
  await state(page, 'Someone changes it').waitFor()
  assert.deepEqual(await findMenuViolations(page), [])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `${width} px wide`)
  await page.keyboard.press('Escape')
  await button.and(page.getByRole('button', { name: /: Offline$/ })).waitFor()

  const own = await product.open('/inbox', { as: 'agent', locale: 'hi', width: 390, height: 800 })
  await own.page.getByRole('button', { name: /\(ऑफ़लाइन\)/ }).click()
  await own.page.getByRole('menuitemradio', { name: /^अपने आप/ }).click()
  await own.page.getByRole('menuitemradio', { name: /^अपने आप/, checked: true }).waitFor()
  assert.deepEqual(await findMenuViolations(own.page), [])
  assert.deepEqual([problems, own.problems], [[], []])
})

test('a member chooses their working hours in the profile, once the workspace has some', async () => {
  const { page, problems } = await product.open('/settings/profile', { as: 'agent' })
  await page.getByLabel('Name').waitFor()
  assert.equal(await page.getByLabel('Working hours').count(), 0)
  const made = await product.admin('POST /api/v1/business-hours', { body: testHours('Days') })
  assert.equal(made.status, 201, made.text)
  await page.reload()
  await page.getByLabel('Working hours').selectOption('Days')
  await page.getByText('Saved').waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Working hours').inputValue(), made.body.id)
  assert.deepEqual([await findViolations(page), problems], [[], []])
})
