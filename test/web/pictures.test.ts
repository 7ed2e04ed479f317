import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { toPng } from '../png.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { settle } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const choose = (page: Page, buffer: Buffer, mimeType = 'image/png') =>
  page
    .locator('input[type="file"][aria-label="Upload picture"]')
    .setInputFiles({ name: 'me.png', mimeType, buffer })

/** Returns the address of the picture in the button of the user menu, once it is loaded. */
const shownIn = (page: Page) =>
  page
    .getByRole('button', { name: /’s account/ })
    .locator('img')
    .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 256 && img.src)

describe('the picture of a member', () => {
  test('is cropped by keys, shown wherever the avatar is, and removed', async () => {
    const { page, problems } = await product.open('/settings/profile')
    await choose(page, toPng(600, 300, [10, 120, 120, 255]))
    const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
    await dialog.getByRole('group', { name: /^Visible part/ }).press('ArrowRight')
    await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await settle(page)
    assert.deepEqual(await findViolations(page), [], 'dialog')
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    await page.getByText('Picture saved.').waitFor()
    await waitFor(async () => (await shownIn(page)) !== false, { what: 'the picture in the menu' })
    const src = await shownIn(page)
    const section = page.getByRole('region', { name: 'Picture' })
    assert.equal(await section.locator('img').getAttribute('src'), src)
    await settle(page)
    assert.deepEqual(await findViolations(page), [], 'page')
    const other = await product.open('/settings/profile')
    await waitFor(async () => (await shownIn(other.page)) === src, { what: 'the same elsewhere' })
    await section.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByText('Picture removed.').waitFor()
    await section.locator('img').waitFor({ state: 'detached' })
    await other.page.getByRole('region', { name: 'Picture' }).locator('img').waitFor({
      state: 'detached',
    })
    assert.deepEqual(problems, [])
  })

  test('is refused before the upload when it is no image', async () => {
    const { page } = await product.open('/settings/profile')
    await choose(page, Buffer.from('no image at all'))
    await page.getByText('Couldn’t use this file').waitFor()
    await choose(page, Buffer.from('%PDF-1.7'), 'application/pdf')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})

test('the picture of the workspace is set in its settings', async () => {
  const { page, problems } = await product.open('/settings/workspace')
  await page.getByRole('region', { name: 'Picture' }).waitFor()
  await choose(page, toPng(300, 500, [160, 90, 10, 255]))
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await dialog.getByRole('group', { name: /^Visible part/ }).press('ArrowDown')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  const shown = page.getByRole('region', { name: 'Picture' }).locator('img')
  await waitFor(
    () => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 256),
    { what: 'the picture' },
  )
  await settle(page)
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})
