import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { stepOf, toCode } from '#account/second-factor/totp.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { addMember, PASSWORD, signInWithPassword } from './member.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
/** An authenticator app with the key that a page shows. It shows no code twice, so that each can be used. */
async function openApp(page: Page): Promise<() => string> {
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  return appFor(key)
}

function appFor(key: string): () => string {
  const digits = [...key.replaceAll(/\s/g, '')].map((each) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
  )
  const bytes = digits.join('').match(/.{8}/g)!
  const secret = Buffer.from(bytes.map((each) => Number.parseInt(each, 2)))
  let last = 0
  return () => {
    last = Math.max(last + 1, stepOf(new Date()))
    return toCode(secret, last)
  }
}

/** Sets up a second factor on a page that offers it; returns the app and the recovery codes. */
async function setUp(page: Page): Promise<{ app: () => string; codes: string[] }> {
  await page.locator('input[name="current-password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  const app = await openApp(page)
  await page.locator('input[name="code"]').fill(app())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('textbox', { name: 'Recovery codes' })
  const codes = (await shown.innerText()).trim().split('\n')
  assert.equal(codes.length, 10)
  assert.deepEqual(await findViolations(page), [])
  return { app, codes }
}

test('a user turns on a second factor, signs in with a code or a recovery code, and turns it off', async () => {
  const email = 'guarded@shop.example'
  await addMember(product, email)
  const { page } = await product.open('/sign-in?next=/settings/security', { as: 'nobody' })
  await signInWithPassword(page, email)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const { app, codes } = await setUp(page)
  const download = page.getByRole('link', { name: 'Download codes' })
  const file = decodeURIComponent((await download.getAttribute('href'))!)
  for (const code of codes) assert.ok(file.includes(code))
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await page.getByText('You have 10 recovery codes left.').waitFor()
  assert.ok(!(await page.content()).includes(codes[0]!))

  const elsewhere = await product.open('/sign-in', { as: 'nobody', width: 375, scheme: 'dark' })
  await signInWithPassword(elsewhere.page, email)
  const field = elsewhere.page.getByLabel(/^Code/)
  await field.waitFor()
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  assert.equal(await field.getAttribute('inputmode'), 'numeric')
  assert.deepEqual(await findViolations(elsewhere.page), [])
  await elsewhere.page.goto('/inbox')
  await elsewhere.page.waitForURL(/\/sign-in/)
  await signInWithPassword(elsewhere.page, email)
  await field.fill(app())
  await elsewhere.page.keyboard.press('Enter')
  await elsewhere.page.waitForURL(/\/inbox/)

  const lost = await product.open('/sign-in', { as: 'nobody' })
  await signInWithPassword(lost.page, email)
  await lost.page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = lost.page.getByLabel('Recovery code')
  await recovery.fill('AAAA-BBBB-CCCC-DDDD')
  await lost.page.keyboard.press('Enter')
  await lost.page.getByText('The code is incorrect or was already used.').waitFor()
  assert.deepEqual(await findViolations(lost.page), [])
  await recovery.fill(codes[2]!.toLowerCase())
  await lost.page.keyboard.press('Enter')
  await lost.page.waitForURL(/\/inbox/)

  await page.reload()
  await page.getByText('You have 9 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="current-password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The second factor is off.').waitFor()
})

test('an admin requires a second factor, and a member is led to set one up, on a phone and in Hindi too', async () => {
  const email = 'required@shop.example'
  await addMember(product, email)
  const member = await product.open('/sign-in', { as: 'nobody', width: 320, height: 640 })
  await signInWithPassword(member.page, email)
  await member.page.waitForURL(/\/inbox/)

  const { page } = await product.open('/settings/workspace')
  const required = page.getByRole('switch', { name: 'Require a second factor' })
  await required.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Turn on your own second factor or add a passkey first.').waitFor()
  // Turning it on ends the other sessions of the admin, so it is the page's session that does so.
  const headers = { cookie: product.cookies.admin }
  const started = await product.admin('POST /api/session/second-factor', {
    headers,
    body: { current_password: 'open-the-shutters' },
  })
  const confirmed = await product.admin('POST /api/session/second-factor/confirm', {
    headers,
    body: { code: appFor(started.body.secret)() },
  })
  assert.equal(confirmed.status, 200)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').first().waitFor()
  await waitFor(async () => {
    const { body } = await product.admin('GET /api/developer/workspace', { headers })
    return body.require_second_factor === true
  })
  assert.ok(await required.isChecked())

  await member.page.goto('/contacts')
  await member.page.waitForURL(/\/second-factor$/)
  await member.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  assert.deepEqual(await findViolations(member.page), [])
  await member.page.getByLabel('Language').selectOption('hi')
  await member.page.getByRole('heading', { name: 'दो चरणों वाला साइन-इन सेट करें' }).waitFor()
  await member.page.getByLabel('भाषा').selectOption('en')
  await setUp(member.page)
  const excess = await member.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.equal(excess, 0)
  await member.page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await member.page.waitForURL(/\/inbox/)
})
