import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { press } from './keyboard.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

/** Chooses an option of a select or a multi-select that a label names. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an admin makes a rule, tries it, switches it on, and sees why it did not fire', async () => {
  await product.admin('POST /api/v1/tags', { body: { name: 'late', color: 'red' } })
  const phone = '919855000051'
  await product.customerWrites(phone, 'Lata Late', 'My order is late')
  const { id } = await findChat(product, phone)

  const { page, problems } = await product.open('/settings/rules')
  await page.getByRole('button', { name: 'Create rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create rule' })
  await dialog.getByLabel('Name').fill('Late orders')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await dialog.getByLabel('Values of condition 1').fill('late')
  await page.keyboard.press('Enter')
  await choose(page, 'Value of action 1', 'late')
  await page.keyboard.press('Escape')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByText('Changes saved.').waitFor()

  const { body: rules } = await product.admin('GET /api/v1/rules')
  const [rule] = rules.data
  assert.deepEqual(rule.conditions.conditions, [
    { field: 'text', operator: 'contains', values: ['late'] },
  ])
  await page.getByRole('button', { name: 'Try the rule Late orders on the last 30 days' }).click()
  const trial = page.getByRole('dialog', { name: 'What Late orders would have done' })
  await trial.getByText(/It would have fired once in 1 conversation/).waitFor()
  await trial.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('switch', { name: 'Switch the rule Late orders on or off' }).press('Space')
  await page.getByText('On', { exact: true }).waitFor()
  await product.customerWrites(phone, 'Lata Late', 'Is it on its way?')
  const log = () => product.admin(`GET /api/v1/rules/${rule.id}/log`)
  await waitFor(async () => (await log()).body.misses.length > 0, { what: 'the explanation' })
  await page.getByRole('button', { name: 'History of the rule Late orders' }).click()
  const history = page.getByRole('dialog', { name: 'History of Late orders' })
  await history.getByText('Did not fire: a condition was not true').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await history.getByRole('link', { name: 'Open the conversation' }).click()

  await message(page, 'Is it on its way\\?').waitFor()
  await product.customerWrites(phone, 'Lata Late', 'It is very late')
  await thread(page).getByText('A rule added the tag late').waitFor()
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'What rules did' }).click()
  const inChat = page.getByRole('dialog', { name: 'Rules in this conversation' })
  await inChat.getByText('Fired', { exact: true }).waitFor()
  await inChat.getByText('Did not fire: a condition was not true').waitFor()
  await inChat.getByText('Did not fire: it was off').waitFor()
  const { body: chat } = await product.admin(`GET /api/v1/chats/${id}`)
  assert.deepEqual(
    chat.tags.map((tag: any) => tag.name),
    ['late'],
  )
  await product.admin(`DELETE /api/v1/rules/${rule.id}`)
  assert.deepEqual(problems, [])
})

test('an agent runs a macro by a key and undoes it before its message is sent', async () => {
  await product.admin('POST /api/v1/macros', {
    body: {
      name: 'Say goodbye',
      actions: [
        { type: 'set_priority', priority: 'low' },
        { type: 'reply', text: 'Goodbye {first_name}' },
        { type: 'set_status', status: 'closed' },
      ],
    },
  })
  const phone = '919855000052'
  await product.customerWrites(phone, 'Gita Goes', 'Thank you')
  const { id } = await findChat(product, phone)
  const read = async () => (await product.admin(`GET /api/v1/chats/${id}`)).body
  const { page, problems } = await product.open('/settings/profile', { as: 'agent' })
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/session/preferences') && answer.ok(),
  )
  await page.getByLabel('Undo sending').selectOption('30')
  await saved
  await page.goto(`/inbox/${id}`)
  await message(page, 'Thank you').waitFor()
  await press(page, 'm')
  await page.getByRole('dialog', { name: 'Run a macro' }).waitFor()
  await page.keyboard.type('bye')
  await page.getByRole('option', { name: 'Say goodbye', selected: true }).waitFor()
  await press(page, 'Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'Ran the macro Say goodbye.' })
  await message(page, 'Goodbye Gita').waitFor()
  assert.deepEqual([(await read()).priority, (await read()).status], ['low', 'open'])
  await notice.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alert').getByText('Undid the macro Say goodbye.').waitFor()
  await message(page, 'Goodbye Gita').waitFor({ state: 'detached' })
  const after = await read()
  assert.deepEqual([after.priority, after.last_message?.text], [null, 'Thank you'])
  assert.deepEqual(problems, [])
})
