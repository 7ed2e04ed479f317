import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'
import { onSampleSite } from './on-sample-site.ts'
import type { WebChatSettings } from './on-sample-site.ts'
import { startSampleSite } from './sample-site.ts'

const product = await startWebProduct()
const ingestUrl = `http://127.0.0.1:${product.env['INGEST_PORT']}`
const site = await startSampleSite(ingestUrl, `http://localhost:${product.env['PORT']}`)
const { createChat, panel, item, openChat, write, untilSent } = onSampleSite(product, site)

/** Returns where a part is: one that is drawn again has no place for a moment. */
const placeOf = (part: Locator) => waitFor(() => part.boundingBox())

test('an admin creates a web chat, changes it, rotates its secret, and disconnects it for a while', async () => {
  const { page, problems } = await product.open('/settings/channels')
  await page.getByRole('link', { name: 'Create web chat' }).click()
  await page.getByLabel('Name').first().fill('Corner shop')
  await page.getByLabel('Allowed sites').fill('corner.example')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await page.getByText(/Must be an origin such as/).waitFor()
  await page.getByLabel('Allowed sites').fill(`https://corner.example\n${site.url}`)
  await page.getByRole('button', { name: 'Create web chat' }).click()
  const dialog = page.getByRole('dialog')
  const secret = dialog.getByRole('textbox', { name: 'Secret' })
  const snippet = await dialog.locator('pre').textContent()
  assert.equal(await secret.count(), 0)
  await dialog.getByText('Secret, for sites where users sign in').click()
  const secretOf = () => secret.textContent()
  const first = await secretOf()
  assert.match(first!, /^wcs_\w{40,}$/)
  assert.ok(
    snippet!.includes(`src="http://localhost:${product.env['INGEST_PORT']}/chat.js"`),
    snippet!,
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Corner shop', level: 1 }).waitFor()
  const publicId = /data-channel="(\w+)"/.exec(snippet!)![1]!
  const settings = () =>
    fetch(`${ingestUrl}/chat/${publicId}/settings`, { headers: { origin: site.url } })
  const preview = page.locator('[data-parley-chat]')
  await preview.getByText('Corner shop').waitFor()
  await preview.getByLabel('Your name (optional)').waitFor()
  await page.getByLabel('Greeting').fill('Namaste!')
  await page.getByLabel('Ask for the name').selectOption('required')
  await page.getByLabel('Color').fill('#aa3300')
  await preview.getByText('Namaste!').waitFor()
  await preview.getByLabel('Your name', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await preview.waitFor({ state: 'hidden' })
  await page.getByText('Preview', { exact: true }).click()
  await preview.getByText('Namaste!').waitFor()
  const [shown, field] = [await placeOf(preview), await placeOf(page.getByLabel('Greeting'))]
  assert.ok(shown.y < field.y)
  await page.setViewportSize({ width: 1280, height: 800 })
  await preview.getByText('Namaste!').waitFor()
  const backOf = (part: Locator) => part.evaluate((each) => getComputedStyle(each).backgroundColor)
  await waitFor(async () => (await backOf(preview.locator('.head'))) === 'rgb(170, 51, 0)')
  await page.getByLabel('Language').selectOption('hi')
  await preview.getByText('चैट शुरू करें').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await waitFor(async () => {
    const { greeting, name_field: field } = (await (await settings()).json()) as WebChatSettings
    return greeting === 'Namaste!' && field === 'required'
  })
  await page.getByText('Secret, for sites where users sign in').click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await waitFor(async () => (await secretOf()) !== first)
  await dialog.getByRole('button', { name: 'I copied it' }).click()
  await page.getByRole('button', { name: 'Disconnect channel' }).click()
  await dialog.getByRole('button', { name: 'Disconnect channel' }).click()
  await waitFor(async () => (await settings()).status === 403)
  await page.getByRole('button', { name: 'Reconnect web chat' }).click()
  await dialog.getByRole('button', { name: 'I copied it' }).click()
  await page.getByRole('button', { name: 'Disconnect channel' }).waitFor()
  await waitFor(async () => (await settings()).status === 200)
  assert.deepEqual(
    problems.filter((each) => !each.includes('422')),
    [],
  )
})

test('the launcher turns into a cross while the chat is open, and the ring of the focus is thin', async () => {
  await createChat()
  const { page } = await openChat()
  const opened = panel(page)
  const button = page.locator('.launcher')
  assert.equal(await button.getAttribute('aria-label'), 'Close chat')
  const opacityOf = (name: string) =>
    button.locator(name).evaluate((each) => getComputedStyle(each).opacity)
  await waitFor(async () => (await opacityOf('.cross')) === '1')
  assert.equal(await opacityOf('.speech'), '0')
  // A pressed button has no ring, one that is reached by a key has.
  const ringOf = () =>
    button.evaluate((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle === 'none' ? null : outlineWidth
    })
  await button.click()
  assert.equal(await opened.isVisible(), false)
  assert.equal(await ringOf(), null)
  await button.press('Enter')
  await opened.waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await ringOf(), '2px')
})

test('a site that is written from right to left has the chat in that direction', async () => {
  const chat = await createChat()
  site.show({ 'data-channel': chat.public_id, 'data-dir': 'rtl' })
  const { page } = await openChat()
  await write(page, 'Good morning')
  await untilSent(page, 'Good morning')
  const { width } = page.viewportSize()!
  const box = await placeOf(page.locator('.launcher'))
  assert.ok(box.x < width / 4)
  const own = await placeOf(item(page, 'Good morning').locator('.bubble'))
  const greeting = await placeOf(page.locator('.item.team .bubble').first())
  const face = await placeOf(page.locator('.item.team .face').first())
  assert.ok(own.x < greeting.x && greeting.x < face.x)
  assert.deepEqual(await findViolations(page), [])
})
