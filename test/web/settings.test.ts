import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter } from './choose-filter.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, open } = product

const main = (page: Page) => page.locator('main')
const dialog = (page: Page) => page.getByRole('dialog')

test('settings of the workspace are saved, and less time for the log only after a question', async (t) => {
  // Later tests type phone numbers of the demo's country.
  const { default_country: country } = (await admin('GET /api/developer/workspace')).body
  t.after(async () => {
    await admin('PATCH /api/developer/workspace', { body: { default_country: country } })
  })
  const { page } = await open('/settings/workspace')
  await page.getByLabel('Name', { exact: false }).first().fill('The corner shop')
  await page.getByLabel('Default country').selectOption({ label: 'Nepal' })
  await page.getByLabel('Reject it').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').first().waitFor()
  await page.getByLabel('Keep logs for').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('7 days').waitFor()
  assert.notEqual((await admin('GET /api/developer/workspace')).body.retention_days, 7)
  await page.getByRole('button', { name: 'Save and delete older logs' }).click()
  await waitFor(async () => {
    const { body } = await admin('GET /api/developer/workspace')
    return body.retention_days === 7 && body.name === 'The corner shop'
  })
  assert.equal((await admin('GET /api/developer/workspace')).body.default_country, 'NP')
})

test('an admin invites somebody, passes the link on, changes a role and removes a member', async () => {
  const { page } = await open('/settings/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await dialog(page).getByLabel('Email').fill('asha@shop.example')
  await page.keyboard.press('Enter')
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).innerText()
  assert.match(link, /\/invitations#\w{30,}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('asha@shop.example').first().waitFor()
  assert.ok(!(await page.content()).includes(link.split('#')[1]!))

  const guest = await open(new URL(link).pathname + new URL(link).hash, { as: 'nobody' })
  await guest.page.getByLabel('Your name').fill('Asha Rao')
  await guest.page.locator('input[name="password"]').fill('a lantern in the window')
  await guest.page.keyboard.press('Enter')
  await guest.page.waitForURL(/\/inbox/)

  await page.reload()
  await page.getByLabel('Role of Asha Rao').selectOption('admin')
  await page.getByText('Asha Rao has the role Admin now.').waitFor()
  await guest.page.goto('/settings/audit-log')
  await main(guest.page).getByText('changed the role of Asha Rao').waitFor()
  await page.getByRole('button', { name: 'Remove Asha Rao' }).click()
  await dialog(page).getByRole('button', { name: 'Remove Asha Rao' }).click()
  await page.getByText('Removed Asha Rao.').waitFor()
  await guest.page.goto('/inbox')
  await guest.page.waitForURL(/\/sign-in/)
})

test('the last admin cannot give the role away, and is told why', async () => {
  const { page } = await open('/settings/members')
  const mine = page.getByRole('row').filter({ hasText: product.emails.admin })
  await mine.getByRole('combobox').selectOption('agent')
  await page.getByText('only admin of the workspace').waitFor()
  await waitFor(async () => (await mine.getByRole('combobox').inputValue()) === 'admin')
})

test('an agent sees the own pages of the settings and no others', async () => {
  const { page } = await open('/settings', { as: 'agent' })
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await nav.getByRole('link', { name: 'Tags' }).waitFor()
  assert.equal(await nav.getByRole('link', { name: 'Members' }).count(), 0)
  const search = nav.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('PROF')
  await nav.getByRole('link', { name: 'Tags' }).waitFor({ state: 'detached' })
  await search.fill('members')
  await nav.getByText('No settings of that name.').waitFor()
  await search.fill('')
  await nav.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL(/\/settings\/profile$/)
  await page.goto('/settings/members')
  await page.getByText('Only admins can open this page').waitFor()
})

test('settings without words to opt out say what applies', async () => {
  const path = '/api/developer/opt-out-settings'
  const { body: before } = await product.admin(`GET ${path}`)
  await product.admin(`PUT ${path}`, { body: { languages: [], sends_replies: false } })
  const { page } = await open('/settings/opt-out')
  await page.getByText('No word opts customers out').waitFor()
  await page.getByRole('combobox', { name: 'Add a language' }).click()
  await page.getByRole('option', { name: 'Dutch' }).click()
  await page.getByText('No word of this language opts out.').waitFor()
  await page.getByRole('combobox', { name: 'Words to opt out' }).fill('stoppen')
  await page.keyboard.press('Enter')
  await page.getByText('No word opts customers out').waitFor({ state: 'detached' })
  const { languages, sends_replies } = before
  await product.admin(`PUT ${path}`, { body: { languages, sends_replies } })
})

test('a WhatsApp number is connected step by step, each checked with the platform', async () => {
  const [account, businessAccount] = [digits(), digits()]
  await product.simulator('POST /sim/numbers', {
    body: {
      phone_number_id: account,
      waba_id: businessAccount,
      verified_name: 'Corner shop',
      display_phone_number: '+91 80 4000 5000',
    },
  })
  const { page } = await open('/settings/channels')
  await page.getByRole('link', { name: 'Connect WhatsApp' }).click()
  await page.getByLabel('Phone number ID').fill(account)
  await page.getByLabel('WhatsApp Business Account ID').fill(businessAccount)
  await page.locator('input[type="password"]').fill('sim_expired')
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByText('(190)').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Connect anyway' }).count(), 0)
  await page.locator('input[type="password"]').fill('sim_acceptance')
  await page.getByRole('button', { name: 'Check connection' }).click()
  const connect = page.getByRole('button', { name: 'Connect number' })
  await page.getByText('Corner shop').waitFor()
  await connect.click()
  await page.waitForURL(/\/settings\/channels\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { name: 'Corner shop' }).waitFor()
  const first = page.getByRole('listitem').filter({ hasText: 'A first message was received' })
  await first.getByText('Waiting').waitFor()
  await product.simulator('POST /sim/inbound', {
    body: {
      from: '+919812300077',
      text: 'Hello',
      name: 'Meera',
      phone_number_id: account,
      waba_id: businessAccount,
    },
  })
  await first.getByText('Done').waitFor()

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('link', { name: 'Reconnect channel' }).waitFor()
  const { body } = await admin('GET /api/developer/channels?limit=100')
  const channel = body.data.find((each: { account: string }) => each.account === account)
  assert.equal(channel.has_access_token, false)

  await page.getByText('The account is reserved for this workspace.').waitFor()
  await page.getByRole('button', { name: 'Release account' }).click()
  await dialog(page).getByRole('button', { name: 'Release account' }).click()
  await page.getByText('The account is released.').waitFor()
})

test('canned replies and tags are made, changed and deleted', async () => {
  const { page } = await open('/settings/canned-replies', { as: 'agent' })
  await page.getByRole('button', { name: 'Create canned reply' }).click()
  await dialog(page).getByLabel('Shortcut').fill('hours')
  await dialog(page).getByLabel('Text').fill('Hello {first_name}, we are open from 9 to 18.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('we are open from 9 to 18').waitFor()
  await page.getByRole('button', { name: 'Edit hours' }).click()
  await dialog(page).getByLabel('Text').fill('We are open from 10 to 19.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('from 10 to 19').waitFor()
  await page.getByRole('button', { name: 'Delete hours' }).click()
  await dialog(page).getByRole('button', { name: 'Delete hours' }).click()
  await page.getByText('No canned replies yet').waitFor()

  await visit(page, '/settings/tags')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await dialog(page).getByLabel('Name').fill('Refund')
  await dialog(page).getByLabel('Orange').check()
  await dialog(page).getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('button', { name: 'Delete Refund' }).waitFor()
  const { body } = await admin('GET /api/v1/tags')
  assert.deepEqual([body.data[0].name, body.data[0].color], ['Refund', 'orange'])
  await page.getByRole('button', { name: 'Delete Refund' }).click()
  await dialog(page).getByRole('button', { name: 'Delete Refund' }).click()
  await page.getByText('No tags yet').waitFor()
})

test('a name and a language are kept in the profile, and a password is changed by the present one', async () => {
  const { page } = await open('/settings/profile', { as: 'agent' })
  await page.getByLabel('Name').fill('Ravi Kumar')
  await page.getByLabel('Language').selectOption('hi')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'प्रोफ़ाइल' }).waitFor()
  const elsewhere = await open('/inbox', { as: 'agent' })
  await elsewhere.page.getByRole('link', { name: 'इनबॉक्स' }).first().waitFor()
  await page.getByLabel('भाषा').selectOption('en')
  await page.getByRole('button', { name: 'सहेजें' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.locator('input[name="current-password"]').fill('not the right one')
  await page.locator('input[name="new-password"]').fill('the counter, minded')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('is not your current password').waitFor()
  await page.locator('input[name="current-password"]').fill('mind-the-counter')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
})

test('the audit log is filtered by who, what and when', async () => {
  await admin('POST /api/v1/tags', { body: { name: 'Audited' } })
  await admin('POST /api/developer/api-keys', { body: { name: 'For the log', scopes: ['read'] } })
  const { page } = await open('/settings/audit-log')
  await main(page).getByText('created the API key For the log').waitFor()
  await chooseFilter(page, 'Area', 'Inbox')
  await main(page).getByText('created the tag Audited').waitFor()
  await main(page).getByText('For the log').waitFor({ state: 'detached' })
  assert.match(page.url(), /topic=inbox/)
  await chooseFilter(page, 'Changed by', 'admin')
  await page.waitForURL(/actor=/)
  await main(page).getByText('created the tag Audited').waitFor()
  await chooseFilter(page, 'Area', 'Reports')
  await main(page).getByText('No entries').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await main(page).getByText('created the API key For the log').waitFor()
})

test('a form is created, its token shown once, tested, and given another token', async () => {
  const { page } = await open('/developer/forms')
  await page.getByRole('button', { name: 'Create form' }).click()
  await dialog(page).getByLabel('Name').fill('Contact page')
  await dialog(page).getByRole('button', { name: 'Create form' }).click()
  const address = page.getByRole('textbox', { name: 'Form URL with token' })
  const url = await address.innerText()
  const token = url.split('/').at(-1)!
  await dialog(page).getByText(`<form action="${url}"`).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Contact page' }).waitFor()
  assert.ok(!(await page.content()).includes(token))
  await page.getByLabel('Email').fill('visitor@shop.example')
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Lead created.').waitFor()
  const found = await product.api('GET /api/v1/contacts?email=visitor@shop.example')
  assert.equal(found.body.data.length, 1)

  const visit = () =>
    product.ingest(`POST /webhook/form/${token}`, { body: { name: 'Asha', phone: '9812300088' } })
  assert.equal((await visit()).status, 202)
  await page.getByRole('button', { name: 'Rotate token' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate token' }).click()
  await address.waitFor()
  assert.notEqual(await address.innerText(), url)
  await page.getByRole('button', { name: 'Done' }).click()
  assert.equal((await visit()).status, 404)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/developer\/forms$/)
  await main(page).getByText('Contact page').waitFor({ state: 'detached' })
})

test('a submission that became no contact is assigned by its form’s fields, or dismissed', async () => {
  const { page } = await open('/developer/forms')
  await page.getByRole('button', { name: 'Create form' }).click()
  await dialog(page).getByLabel('Name').fill('Gift page')
  await dialog(page).getByLabel('Source').selectOption({ label: 'Gravity Forms' })
  await dialog(page).getByText('Gravity Forms doesn’t sign').waitFor()
  await dialog(page).getByRole('button', { name: 'Create form' }).click()
  const url = await page.getByRole('textbox', { name: 'Form URL with token' }).innerText()
  const submit = (id: string, phone: string) =>
    product.ingest(`POST /webhook/form/${url.split('/').at(-1)}`, {
      body: { id, form_id: '4', '1.3': 'Leela', '4': phone, Colour: 'red' },
    })
  await submit('1', '98123 00061')
  await submit('2', 'call me')
  await waitFor(async () => {
    const { body } = await admin('GET /api/developer/inbound?attention=open')
    return body.data.length === 2
  })
  // Processed before the form's page reads them, which reads them again only after a while.
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Connect Gravity Forms' }).waitFor()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Gift page' }).nth(1).getByRole('link').click()
  await page.getByLabel('Use “1.3” as').selectOption({ label: 'First name' })
  await page.getByLabel('Use “4” as').selectOption({ label: 'Phone' })
  await page.getByRole('button', { name: 'Save and process again' }).click()
  await page.getByText('This submission is a contact now.').waitFor()
  const query = `phone_e164=${encodeURIComponent('+919812300061')}`
  const found = await product.api(`GET /api/v1/contacts?${query}`)
  assert.equal(found.body.data[0].name, 'Leela')
  await visit(page, '/developer/forms')
  await page.getByRole('link', { name: 'Gift page' }).click()
  await page.getByRole('button', { name: 'Detect automatically' }).click()
  await page.getByRole('button', { name: 'Detect automatically' }).waitFor({ state: 'detached' })
  await submit('3', 'call me')
  const [left] = await waitFor(async () => {
    const { body } = await admin('GET /api/developer/inbound?attention=open')
    return body.data.length === 1 && body.data
  })
  await page.getByRole('link', { name: 'Review' }).click()
  // The page may show for a moment what it knew before.
  await page.locator(`a[href$="${left.id}"]`).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('This submission was dismissed.').waitFor()
  await page.getByRole('link', { name: 'Needs attention' }).click()
  await page.getByText('Nothing needs attention').waitFor()
})

function digits(): string {
  return String(randomInt(100_000_000_000, 999_999_999_999))
}

test('an admin limits how long messages are kept, after a look at what goes', async () => {
  const { page, problems } = await open('/settings/workspace')
  const { body: before } = await admin('GET /api/developer/workspace')
  await page.getByLabel('Keep messages for (days)').fill('365')
  assert.deepEqual(await findViolations(page), [])
  // The page reads its data again after a change of tags, and keeps the typed text.
  const { body: tag } = await admin('POST /api/v1/tags', { body: { name: 'Soon gone' } })
  await admin('PATCH /api/developer/workspace', { body: { name: 'Named elsewhere' } })
  await admin(`DELETE /api/v1/tags/${tag.id}`)
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[required]')?.value === 'Named elsewhere',
  )
  await admin('PATCH /api/developer/workspace', { body: { name: before.name } })
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Changes saved.').first().waitFor()
  const { body } = await admin('GET /api/developer/workspace')
  assert.deepEqual(body, { ...before, message_retention_days: 365 })
  assert.deepEqual(problems, [])
})

test('the content of every page of the settings starts at the same place', async () => {
  const { page } = await open('/settings/members', { width: 1440 })
  const starts: number[] = []
  for (const path of ['members', 'workspace', 'profile', 'shortcuts']) {
    await visit(page, `/settings/${path}`)
    const title = main(page).getByRole('heading', { level: 1 })
    await title.waitFor()
    starts.push((await title.boundingBox())!.x)
  }
  assert.equal(new Set(starts).size, 1, starts.join(', '))
})
