import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

test('who is not signed in is led to sign in, and then to where they wanted to be', async () => {
  const { page, context, problems } = await product.open('/inbox?view=all', { as: 'nobody' })
  await page.waitForURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill(product.emails.admin)
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
  await page.getByPlaceholder('Search or run a command').fill('audit')
  await page.getByText('Audit log').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/audit-log$/)
})

test('the palette opens a report, the failed deliveries and an invitation from any page, and keeps what the reports show', async () => {
  const { page } = await product.open('/inbox')
  await page.getByRole('navigation').first().waitFor()
  const run = async (text: string, entry: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder('Search or run a command').fill(text)
    await page.getByRole('option', { name: entry, exact: true, selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }
  await run('response', 'Open report: Response times')
  await page.waitForURL(/\/reports\?report=responses$/)
  await page.getByLabel('Period', { exact: true }).selectOption('week')
  await page.waitForURL(/period=week/)
  await run('report now', 'Open report: Now')
  await page.waitForURL(({ searchParams }) => searchParams.get('report') === 'now')
  assert.equal(new URL(page.url()).searchParams.get('period'), 'week')
  await run('failed', 'Failed webhook deliveries')
  await page.waitForURL(/\/developer\/deliveries\?status=failed$/)
  await run('invite', 'Invite member')
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  await dialog.waitFor()
  await page.waitForFunction(
    () =>
      (globalThis as unknown as { document: { activeElement: { type?: string } } }).document
        .activeElement.type === 'email',
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.waitForURL(/\/settings\/members$/)
})

test('the palette speaks another language, and shows the key beside what has one', async () => {
  const { page } = await product.open('/inbox', { as: 'agent' })
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByPlaceholder('Search or run a command')
  await field.fill('contacts')
  await page.getByRole('dialog').getByText('G', { exact: true }).waitFor()
  await field.fill('हिन्दी')
  await page.getByText('Language: हिन्दी').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'इनबॉक्स' }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('खोजें या कमांड चलाएँ').fill('English')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor()
})

/** Returns the conversation that a customer opens by writing. */
async function writeFirst(phone: string, name: string, text: string): Promise<string> {
  await product.customerWrites(phone, name, text)
  return waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats?q=${encodeURIComponent(name)}`)
    return body.data[0]?.id as string | undefined
  })
}

test('the palette finds contacts, conversations, tickets, messages and notes, marks them, and opens them', async () => {
  const name = 'Olívia Palette'
  const chatId = await writeFirst('919811880001', name, 'Is the पतंग made of silk?')
  const { person } = (await product.api(`GET /api/v1/chats/${chatId}`)).body
  const ticket = { person_id: person.id, title: 'Olivia wants a kite' }
  await product.api('POST /api/v1/tickets', { body: ticket })
  await product.api(`POST /api/v1/chats/${chatId}/notes`, { body: { text: 'Call olivia back' } })
  const { page, problems } = await product.open('/reports')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  const field = dialog.getByRole('combobox')
  await field.pressSequentially('olivia')
  const group = (label: string) => dialog.getByRole('group', { name: label, exact: true })
  await group('Contacts').getByRole('option', { name }).waitFor()
  await group('Conversations').getByRole('option', { name }).waitFor()
  await group('Tickets').getByRole('option', { name: 'Olivia wants a kite' }).waitFor()
  await group('Notes').getByRole('option', { name: 'Call olivia back' }).waitFor()
  // The results of the first letters are shown until those of the whole word arrive.
  await waitFor(async () => {
    const marks = await dialog.locator('mark').allTextContents()
    return isDeepStrictEqual([...new Set(marks)].toSorted(), ['Olivia', 'Olívia', 'olivia'])
  })
  assert.deepEqual(await findViolations(page), [])
  // The chosen entry is announced as the active one of the field.
  await page.keyboard.press('ArrowDown')
  const active = await field.getAttribute('aria-activedescendant')
  const chosen = dialog.getByRole('option', { selected: true })
  assert.equal(await chosen.getAttribute('id'), active)
  await field.fill('पतंग')
  await group('Messages')
    .getByRole('option', { name: /पतंग made of silk/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/inbox/${chatId}`)
  await page.locator('article[data-highlighted="true"]', { hasText: 'पतंग' }).waitFor()
  // The opened page is offered first the next time, by the name that it had.
  await page.goto('/reports')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await group('Recent').getByRole('option', { name }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('the palette stays where it is whatever is typed, and shows no answer to an earlier text', async () => {
  const first = await writeFirst('919811880002', 'Slow Answer', 'Hello')
  const second = await writeFirst('919811880003', 'Quick Answer', 'Hello')
  const { page } = await product.open('/reports')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/search\?.*q=slow/, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  const field = dialog.getByRole('combobox')
  await dialog.getByRole('option').first().waitFor()
  await waitFor(async () => (await dialog.locator('[data-palette]').boundingBox())?.height)
  const box = () => dialog.locator('[data-palette]').boundingBox()
  const before = await box()
  const slow = page.waitForRequest(/q=slow/)
  await field.fill('slow answer')
  await slow
  assert.deepEqual(await box(), before)
  await field.fill('quick answer')
  await dialog
    .getByRole('option', { name: /Quick Answer/ })
    .first()
    .waitFor()
  assert.deepEqual(await box(), before)
  held.resolve()
  await field.fill('nobody is called this')
  await dialog.getByText('No results').waitFor()
  assert.deepEqual(await box(), before)
  assert.equal(await dialog.getByRole('option', { name: /Answer/ }).count(), 0)
  // Enter before the answer opens the first result when it arrives.
  await field.fill('Quick Answer')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/reports'))
  const { person } = (await product.api(`GET /api/v1/chats/${second}`)).body
  assert.equal(new URL(page.url()).pathname, `/contacts/${person.id}`)
  assert.notEqual(first, second)
})

test('the search page shows the best of each kind, all of one kind, and what is missing', async () => {
  for (let index = 0; index < 7; index++)
    await product.api('POST /api/v1/contacts', { body: { name: `Searchable ${index}` } })
  const chatId = await writeFirst('919811880004', 'Someone Else', 'I am searchable, too')
  const { page, problems } = await product.open('/search')
  await page.getByRole('heading', { name: /^Search contacts, conversations/ }).waitFor()
  await page.getByRole('searchbox').fill('searchable')
  const contacts = page.getByRole('list', { name: 'Contacts' })
  await contacts.getByRole('link').nth(4).waitFor()
  assert.equal(await contacts.getByRole('link').count(), 5)
  assert.equal(await contacts.locator('mark').first().textContent(), 'Searchable')
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await page.waitForURL(/kind=people/)
  await contacts.getByRole('link').nth(6).waitFor()
  await page.getByRole('navigation', { name: 'Kind of result' }).getByText('Messages').click()
  const found = page.getByRole('list', { name: 'Messages' }).getByRole('link')
  await found.filter({ hasText: 'I am searchable' }).waitFor()
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/inbox/${chatId}`)
  await page.locator('article[data-highlighted="true"]', { hasText: 'searchable' }).waitFor()
  await page.goto('/search?q=nothing+like+this')
  await page.getByRole('heading', { name: /No results for/ }).waitFor()
  assert.deepEqual(problems, [])
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
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(?:path: |page\(\s*)'(\/[a-z][^']*)'/g),
    ])
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

test('a tablet with a touch screen shows no hint about keys', async () => {
  await product.customerWrites('919833300001', 'Asha Rao', 'Hello')
  const { page, context } = await product.open('/inbox', { width: 768, height: 1024 })
  const hint = page.getByText('Use J and K to move through the list')
  await hint.waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await hint.waitFor({ state: 'hidden' })
})
