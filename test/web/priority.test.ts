import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { press } from './keyboard.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name) })

test('a priority is set by a key for one conversation or several, shown, filtered and undone', async () => {
  await product.customerWrites('919811000051', 'Paula Pressing', 'It is on fire')
  await product.customerWrites('919811000052', 'Quentin Quiet', 'No hurry')
  const { page, problems } = await product.open('/inbox?view=all')
  await row(page, 'Paula Pressing').click()
  await thread(page).locator('article', { hasText: 'It is on fire' }).waitFor()
  await press(page, 'Shift+P')
  await page.keyboard.type('urg')
  await page.getByRole('option', { name: 'Urgent', selected: true }).waitFor()
  await press(page, 'Enter')
  await row(page, 'Paula Pressing').getByText('Urgent', { exact: true }).waitFor()
  await thread(page).getByText('You set the priority to urgent').waitFor()
  await press(page, 'z')
  await thread(page).getByText('You set the priority to urgent').waitFor({ state: 'detached' })
  await row(page, 'Paula Pressing')
    .getByText('Urgent', { exact: true })
    .waitFor({ state: 'detached' })

  for (const name of ['Paula Pressing', 'Quentin Quiet']) {
    await row(page, name).hover()
    await page.getByLabel(`Select the conversation with ${name}`).click()
  }
  await press(page, 'Shift+P')
  await page.getByRole('dialog', { name: 'Priority of 2 conversations' }).waitFor()
  await page.getByRole('option', { name: 'High' }).click()
  for (const name of ['Paula Pressing', 'Quentin Quiet'])
    await row(page, name).getByText('High priority', { exact: true }).waitFor()
  await page.getByRole('alert').getByText('Set priority of 2 conversations to High').waitFor()

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('No priority')
  await row(page, 'Paula Pressing').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('High priority')
  await row(page, 'Paula Pressing').waitFor()
  await row(page, 'Quentin Quiet').waitFor()
  assert.deepEqual(problems, [])
})
