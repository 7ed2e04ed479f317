import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { press } from './keyboard.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

/** Waits until an element has the focus. */
const hasFocus = (element: Locator, what: string) =>
  waitFor(() => element.evaluate((each) => each === document.activeElement), { what })

test('the focus stays in a dialog whose content is replaced, also by content that is loading', async () => {
  const create = async (name: string, phone: string) =>
    (await product.api('POST /api/v1/contacts', { body: { name, phone } })).body.id as string
  const id = await create('Mila Stay', '+4915112345601')
  const otherId = await create('Noah Stay', '+4915112345602')
  const { page, problems } = await product.open(`/contacts/${id}`)
  const previewing = Promise.withResolvers<void>()
  await page.route(`**/api/v1/contacts/${id}/merge-preview*`, async (route) => {
    await previewing.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Which contact is the same person?' })
  await hasFocus(field, 'the field of the contact')
  await page.keyboard.type('Noah')
  await dialog.getByRole('option', { name: /Noah Stay/ }).waitFor()
  await press(page, 'ArrowDown', 'Enter')
  await field.waitFor({ state: 'detached' })
  await hasFocus(dialog, 'the dialog while the preview loads')
  // The page behind the dialog gets no keys.
  await press(page, 'g', 'i')
  previewing.resolve()
  await hasFocus(dialog.getByRole('radio').first(), 'the first choice')
  await dialog.getByRole('button', { name: 'Choose another contact' }).press('Enter')
  await hasFocus(field, 'the field again')
  assert.ok(page.url().endsWith(id))
  assert.notEqual(id, otherId)
  assert.deepEqual(problems, [])
})
