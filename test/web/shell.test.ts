import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()

test('who is not signed in is led to sign in, and then to where they wanted to be', async () => {
  const { page, context, problems } = await product.open('/inbox?view=all', { as: 'nobody' })
  await page.waitForURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill('admin@shop.example')
  await page.getByLabel(/^Password/).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByLabel(/^Password/).fill('open-the-shutters')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\?view=all$/)
  assert.deepEqual(
    problems.filter((problem) => !/401/.test(problem)),
    [],
  )
  const cookies = await context.cookies()
  for (const { name, httpOnly, sameSite } of cookies)
    assert.deepEqual({ name, httpOnly, sameSite }, { name, httpOnly: true, sameSite: 'Lax' })
  // The offer of passkeys may arrive before or after the password.
  const names = cookies.map(({ name }) => name).filter((name) => name !== 'parley.passkey')
  assert.deepEqual(names.toSorted(), ['parley.device', 'parley.session_token'])
})

test('the palette reaches every page by its name', async () => {
  const { page } = await product.open('/inbox')
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search pages and actions').fill('audit')
  await page.getByText('Audit log').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/audit-log$/)
})

test('the palette speaks another language, and shows the key beside what has one', async () => {
  const { page } = await product.open('/inbox', { as: 'agent' })
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByPlaceholder('Search pages and actions')
  await field.fill('contacts')
  await page.getByRole('dialog').getByText('G', { exact: true }).waitFor()
  await field.fill('हिन्दी')
  await page.getByText('Language: हिन्दी').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'इनबॉक्स' }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('पेज और कार्रवाइयाँ खोजें').fill('English')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
})

test('an agent sees no area that is for admins', async () => {
  const { page } = await product.open('/inbox', { as: 'agent' })
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Inbox' }).waitFor()
  assert.equal(await rail.getByRole('link', { name: 'Developer' }).count(), 0)
})

test('the app speaks Hindi to a browser that does, and says so', async () => {
  const { page } = await product.open('/inbox', { locale: 'hi-IN' })
  await page.getByRole('link', { name: 'इनबॉक्स' }).first().waitFor()
  assert.equal(await page.getAttribute('html', 'lang'), 'hi')
})

test('dates are written as where the reader is', async () => {
  for (const [locale, date] of [
    ['en-GB', /\b\d{1,2} \p{L}{3,4} \d{4}\b/u],
    ['en-US', /\b\p{L}{3} \d{1,2}, \d{4}\b/u],
  ] as const) {
    const { page } = await product.open('/settings/members', { locale })
    await page.getByRole('main').getByText(date).first().waitFor()
  }
})

for (const scheme of ['light', 'dark'] as const)
  test(`a dark system gets a dark page before anything is loaded (${scheme})`, async () => {
    const { page } = await product.open('/inbox', { scheme })
    await page.getByRole('navigation').first().waitFor()
    assert.equal(await page.getAttribute('html', 'data-mantine-color-scheme'), scheme)
    assert.deepEqual(await findViolations(page), [])
  })

test('every area of the app is served at its own address, and no other', async () => {
  const routes = globSync(join(import.meta.dirname, '../../web/app/routes/*.tsx'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/path: '(\/[a-z][^']*)'/g)])
    .map(([, path]) => path!.replaceAll(/\$\w+/g, 'x'))
  assert.ok(routes.length > 30)
  for (const path of routes) assert.equal((await fetch(`${product.url}${path}`)).status, 200, path)
  for (const path of ['nothing', 'assets/nothing.js', 'assets/..%2f..%2fpackage.json', 'inboxes'])
    assert.ok([400, 404].includes((await fetch(`${product.url}/${path}`)).status), path)
})

test('who mistypes an address is told so by a page, and finds back', async () => {
  const { page } = await product.open('/inbx')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('link', { name: 'Back to inbox' }).click()
  await page.waitForURL(/\/inbox/)
  const { status, body } = await product.api('GET /api/v1/nothing')
  assert.deepEqual([status, body.code], [404, 'route_not_found'])
})
