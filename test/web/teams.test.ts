import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'
import { startWriting } from './start-writing.ts'

const product = await shareWebProduct()

const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name) })

/** Returns the membership of the workspace's agent. */
async function readAgent(): Promise<{ id: string; name: string }> {
  const { body } = await product.admin('GET /api/developer/members?removed=false')
  return body.data.find((each: { role: string }) => each.role !== 'admin')
}

test('a workspace without teams shows nothing of them, until an admin creates one', async () => {
  await product.customerWrites('919844000001', 'Meera Nair', 'A question about the invoice')
  const { id } = await findChat(product, '919844000001')
  const { page, problems } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'A question about the invoice').waitFor()
  assert.equal(await tab(page, /My teams/).count(), 0)
  assert.equal(await page.getByRole('button', { name: /Move to team/ }).count(), 0)

  const { name } = await readAgent()
  await page.goto('/settings/teams')
  await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
  await page.getByRole('button', { name: 'Create team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Billing')
  await dialog.getByLabel(name, { exact: true }).check()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await page.getByText('1 member', { exact: true }).waitFor()

  await page.goto(`/inbox/${id}?view=all`)
  await message(page, 'A question about the invoice').waitFor()
  await page.keyboard.press('Shift+A')
  await page.getByRole('option', { name: /Billing/ }).click()
  await thread(page)
    .getByText(/You moved this to Billing/)
    .waitFor()
  await page.getByRole('button', { name: 'Team Billing' }).waitFor()

  const agent = await product.open('/inbox?view=my_teams', { as: 'agent' })
  await row(agent.page, 'Meera Nair').waitFor()
  await tab(agent.page, /^My teams.*1 conversation/).waitFor()
  await product.admin(`PATCH /api/v1/chats/${id}`, { body: { team_id: null } })
  await row(agent.page, 'Meera Nair').waitFor({ state: 'detached' })
  assert.deepEqual([problems, agent.problems], [[], []])
})

test('a light agent writes notes alone, and a viewer nothing', async () => {
  await product.customerWrites('919844000002', 'Arun Shah', 'Is the blue one back?')
  const { id } = await findChat(product, '919844000002')
  const agent = await readAgent()
  const setRole = (role: string) =>
    product.admin(`PATCH /api/developer/members/${agent.id}`, { body: { role } })
  assert.equal((await setRole('light_agent')).status, 200)
  const { page } = await product.open(`/inbox/${id}?view=all`, { as: 'agent' })
  await message(page, 'Is the blue one back\\?').waitFor()
  const modes = thread(page).getByRole('group').getByRole('button')
  await modes.first().waitFor()
  assert.deepEqual(await modes.allTextContents(), ['Note'])
  const toolbar = page.getByRole('toolbar', { name: 'Conversation actions' })
  assert.equal(await toolbar.getByRole('button', { name: 'Close' }).count(), 0)
  await startWriting(page, 'n')
  await page.keyboard.type('Ask the warehouse')
  await page.keyboard.press('Enter')
  await thread(page).getByText('Ask the warehouse').waitFor()

  await setRole('viewer')
  await page.reload()
  await message(page, 'Is the blue one back\\?').waitFor()
  await thread(page)
    .getByText(/can read this conversation, but not answer/)
    .waitFor()
  assert.equal(await page.getByRole('textbox', { name: /note|message/i }).count(), 0)
  assert.deepEqual(await findViolations(page), [])
  await setRole('agent')
})

test('an admin creates a role from permissions and gives it to a member', async () => {
  const { page } = await product.open('/settings/roles')
  await page.getByText('Light agent', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Night shift')
  await dialog.getByLabel('Create, edit and merge contacts').uncheck()
  await dialog.getByLabel('Their own conversations').check()
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await page.getByText('Night shift', { exact: true }).waitFor()
  const role = await waitFor(async () => {
    const { body } = await product.admin('GET /api/v1/roles')
    return body.data.find((each: { name: string }) => each.name === 'Night shift')
  })
  assert.equal(role.visibility, 'own')
  assert.ok(!role.scopes.includes('contacts:write') && role.scopes.includes('messages:write'))
  const { name } = await readAgent()
  await page.goto('/settings/members')
  await page.getByLabel(`Role of ${name}`).selectOption({ label: 'Night shift' })
  await page.getByText(`${name} has the role Night shift now.`).waitFor()
})
