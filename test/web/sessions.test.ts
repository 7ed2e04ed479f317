import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const ADMIN = { email: 'admin@shop.example', password: 'open-the-shutters' }

const signInFrom = (userAgent: string) =>
  createCall(product.url, { origin: product.url })('POST /api/auth/sign-in/email', {
    body: ADMIN,
    headers: { 'user-agent': userAgent },
  })

test('a user sees where they are signed in, signs one device out, and then all others', async () => {
  await signInFrom(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  )
  await signInFrom('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')
  const { page } = await product.open('/settings/sessions')
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  const phone = rows.filter({ hasText: 'Safari on iPhone' })
  await phone.getByText('127.0.0.1').waitFor()
  await phone.getByText('Last used').waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.equal(await rows.filter({ hasText: 'This device' }).count(), 1)
  await phone.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await phone.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await rows.filter({ hasText: 'Firefox on Windows' }).waitFor({ state: 'detached' })
  assert.equal(await rows.count(), 1)
})

test('the list of devices is readable on a phone', async () => {
  const { page } = await product.open('/settings/sessions', { width: 360, height: 740 })
  await page.getByRole('list', { name: 'Devices' }).waitFor()
  assert.equal(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
    0,
  )
})

test('an export asks for the password when the sign-in was a while ago', async () => {
  const client = createClient(product.env['DATABASE_URL']!, 'parley test')
  await client.connect()
  await client.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
  await client.end()
  const { page } = await product.open('/contacts')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await page.getByRole('link', { name: 'Export' }).click()
  await dialog.waitFor()
  assert.deepEqual(await findViolations(page), [])
  await dialog.locator('input[name="password"]').fill('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('not your password').first().waitFor()
  await dialog.locator('input[name="password"]').fill(ADMIN.password)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  assert.equal(file.suggestedFilename(), 'contacts.csv')
  await dialog.waitFor({ state: 'hidden' })
})
