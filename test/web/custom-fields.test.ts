import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CustomField } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { openFilter } from './choose-filter.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api } = product
const dialog = (page: Page) => page.getByRole('dialog')
const fieldsOf = async (id: string) => (await api(`GET /api/v1/contacts/${id}`)).body.fields

async function createField(page: Page, label: string, type: string, more: () => Promise<void>) {
  await page.getByRole('button', { name: 'Create custom field' }).first().click()
  await dialog(page).getByLabel('Label').fill(label)
  await dialog(page).getByLabel('Type').selectOption({ label: type })
  await more()
  await dialog(page).getByRole('button', { name: 'Create custom field' }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

test('an admin defines fields of every type, changes, archives and restores them', async () => {
  const { page, problems } = await product.open('/settings/custom-fields')
  await createField(page, 'Plan', 'Choice', async () => {
    await dialog(page).getByLabel('Choices').fill('Gold\n\n Silver ')
    await dialog(page).getByLabel('Key').fill('plan')
    assert.deepEqual(await findViolations(page), [])
  })
  for (const [label, type] of [
    ['Notes', 'Text'],
    ['Age', 'Number'],
    ['Renewal', 'Date'],
    ['Newsletter', 'Yes or no'],
  ] as const)
    await createField(page, label, type, async () => undefined)
  const { body } = await api('GET /api/v1/custom-fields')
  assert.deepEqual(
    body.data.map((each: CustomField) => [each.key, each.type, each.choices]).toReversed(),
    [
      ['plan', 'choice', ['Gold', 'Silver']],
      ['Notes', 'text', null],
      ['Age', 'number', null],
      ['Renewal', 'date', null],
      ['Newsletter', 'boolean', null],
    ],
  )
  await page.getByRole('button', { name: 'Edit Notes' }).click()
  await dialog(page).getByLabel('Label').fill('plan')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('A custom field with this label already exists.').waitFor()
  await dialog(page).getByLabel('Label').fill('Remarks')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Archive Remarks' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('Archived Remarks.').waitFor()
  await page.getByText('Archived', { exact: true }).click()
  await page.getByRole('button', { name: 'Restore Remarks' }).click()
  await page.getByText('Restored Remarks.').waitFor()
  await page.getByText('Active', { exact: true }).click()
  await page.getByRole('button', { name: 'Edit Remarks' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  // The server refuses the label that exists.
  assert.deepEqual(
    problems.filter((each) => !each.includes('409')),
    [],
  )
})

test('a contact gets values by an input of each type, and an error is shown at its field', async () => {
  const { page } = await product.open('/contacts')
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Asha Fields')
  await dialog(page).getByLabel('Plan').selectOption('Gold')
  await dialog(page).getByLabel('Age', { exact: true }).fill('many')
  await dialog(page).getByLabel('Renewal').fill('2026-03-31')
  await dialog(page).getByLabel('Newsletter').check()
  assert.deepEqual(await findViolations(page), [])
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await dialog(page)
    .getByText(/^Must be a number/)
    .waitFor()
  assert.equal((await api('GET /api/v1/contacts?q=Asha Fields')).body.data.length, 0)
  await dialog(page).getByLabel('Age', { exact: true }).fill('42')
  await dialog(page).getByRole('button', { name: 'Create contact' }).click()
  await page.waitForURL(/contacts\/[\w-]{36}/)
  const facts = page.locator('dl').first()
  for (const text of ['Gold', '42', /\b31\b.*2026/, 'Yes']) await facts.getByText(text).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  assert.deepEqual(await fieldsOf(id), {
    plan: 'Gold',
    Age: '42',
    Renewal: '2026-03-31',
    Newsletter: 'true',
  })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByLabel('Plan').selectOption('')
  await dialog(page).getByLabel('Newsletter').uncheck()
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await facts.getByText('No', { exact: true }).waitFor()
  assert.deepEqual(await fieldsOf(id), { Age: '42', Renewal: '2026-03-31', Newsletter: 'false' })
})

test('the list is filtered by each type, and a link to it shows the same', async () => {
  for (const [name, fields] of [
    ['Filtered A', { plan: 'Gold', Age: 20, Renewal: '2026-01-05', Newsletter: true }],
    ['Filtered B', { plan: 'Silver', Age: 30, Renewal: '2026-02-05', Newsletter: false }],
    ['Filtered C', {}],
  ] as const)
    await api('POST /api/v1/contacts', { body: { name, fields } })
  const { page } = await product.open('/contacts?q=Filtered')
  const shows = async (...names: string[]) =>
    waitFor(async () => {
      const counts = await Promise.all(
        ['A', 'B', 'C'].map((each) => page.getByRole('link', { name: `Filtered ${each}` }).count()),
      )
      return counts.join('') === ['A', 'B', 'C'].map((each) => +names.includes(each)).join('')
    })
  await shows('A', 'B', 'C')
  await openFilter(page, 'Custom fields')
  await page.getByLabel('Age from').fill('25')
  await page.keyboard.press('Enter')
  await shows('B')
  await page.getByLabel('Age from').fill('')
  await page.keyboard.press('Enter')
  await page.getByLabel('Renewal to').fill('2026-01-31')
  await page.keyboard.press('Enter')
  await shows('A')
  await page.getByLabel('Newsletter').selectOption({ label: 'No' })
  await shows()
  await page.getByLabel('Newsletter').selectOption({ label: 'Any' })
  await page.getByLabel('Renewal to').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Plan' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.getByRole('option', { name: 'Silver' }).click()
  await shows('A', 'B')
  assert.deepEqual(await findViolations(page), [])
  const { pathname, search } = new URL(page.url())
  const other = await product.open(pathname + search, { as: 'agent' })
  await other.page.getByRole('link', { name: 'Filtered B' }).waitFor()
  assert.equal(await other.page.getByRole('link', { name: 'Filtered C' }).count(), 0)
  await page.goto('/contacts?q=Filtered&fields=plan:Gold;Age:10..20')
  await shows('A')
})

test('values are changed beside a conversation, by keyboard alone', async () => {
  const from = '919833000001'
  await product.customerWrites(from, 'Ravi Fields', 'Hello')
  let chat: any
  await waitFor(async () => {
    chat = (await api(`GET /api/v1/chats?q=${from}`)).body.data[0]
    return chat !== undefined
  })
  const { page, problems } = await product.open(`/inbox/${chat.id}`, { width: 1440 })
  const pane = page.getByRole('complementary').last()
  await pane.getByRole('button', { name: 'Add Plan' }).focus()
  await page.keyboard.press('Enter')
  await pane.getByRole('combobox', { name: 'Plan' }).selectOption('Silver')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await pane.getByRole('button', { name: 'Edit Plan: Silver' }).waitFor()
  await pane.getByRole('button', { name: 'Add Renewal' }).click()
  await pane.getByLabel('Renewal', { exact: true }).fill('2026-05-01')
  await page.keyboard.press('Enter')
  await pane.getByRole('button', { name: /^Edit Renewal: .*2026/ }).waitFor()
  await waitFor(async () => {
    const fields = await fieldsOf(chat.person.id)
    return fields.plan === 'Silver' && fields.Renewal === '2026-05-01'
  })
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})
