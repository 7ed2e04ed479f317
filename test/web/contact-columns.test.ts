import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

test('the contact list shows whole phone numbers in a narrow window, and gives little room to a column without values', async () => {
  const names = ['Broad Phone', 'Long Phone', 'Short Phone']
  const phones = ['+919876543210', '+8618612345678', '+5511987654321']
  for (const [index, name] of names.entries())
    await product.api('POST /api/v1/contacts', {
      body: { name, phone_e164: phones[index], source: 'tablet' },
    })
  const { page } = await product.open('/contacts?source=tablet', { width: 870, height: 1180 })
  await page.getByRole('link', { name: 'Broad Phone' }).waitFor()
  const table = page.getByRole('table')
  const widthOf = async (name: string) =>
    (await table.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0
  const areWhole = () =>
    table.locator('td').evaluateAll((cells) => {
      const phones = cells.filter((cell) => cell.textContent?.startsWith('+'))
      return phones.length === 3 && phones.every((cell) => cell.scrollWidth <= cell.clientWidth)
    })
  assert.ok(await areWhole())
  assert.ok((await widthOf('Email')) < (await widthOf('Phone')) - 40)
  assert.ok((await widthOf('Email')) < (await widthOf('Name')))
  // Also with every column.
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  for (const box of await menu.getByRole('checkbox').all()) await box.check()
  await page.keyboard.press('Escape')
  assert.ok(await areWhole())
  assert.ok((await widthOf('Name')) >= 100)
})
