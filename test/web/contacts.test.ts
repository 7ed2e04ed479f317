import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { testPhone } from '../factories.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { chooseFilter, openFilter } from './choose-filter.ts'
import { settle, visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api } = product

type Made = { id: string; name: string | null; phone_e164: string | null; email: string | null }

async function create(body: object): Promise<Made> {
  const answer = await api('POST /api/v1/contacts', { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const read = async (id: string) => (await api(`GET /api/v1/contacts/${id}`)).body
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Returns the content of the file that a link downloads. */
async function download(page: Page, click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return readFile(await file.path(), 'utf8')
}

describe('the list of contacts', () => {
  test('is searched and filtered, and a link to it shows the same to somebody else', async () => {
    await create({ name: 'Findable Rao', source: 'fair' })
    await create({ name: 'Findable Iyer', source: 'web' })
    await create({ name: 'Somebody else', source: 'fair' })
    const { page, problems } = await product.open('/contacts')
    await page.getByRole('link', { name: 'Somebody else' }).waitFor()
    await page.getByRole('searchbox').fill('findable')
    await page.getByRole('link', { name: 'Somebody else' }).waitFor({ state: 'detached' })
    await openFilter(page, 'Source')
    await page.getByRole('textbox', { name: 'Source' }).fill('fair')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Findable Iyer' }).waitFor({ state: 'detached' })
    const { pathname, search } = new URL(page.url())
    assert.match(search, /q=findable.*source=fair/)
    const other = await product.open(pathname + search, { as: 'agent' })
    await other.page.getByRole('link', { name: 'Findable Rao' }).waitFor()
    assert.equal(await other.page.getByRole('row').count(), 2)
    assert.deepEqual(problems, [])
  })

  test('shows the columns that one chooses, and keeps them', async () => {
    await create({ name: 'Has a campaign', campaign: 'monsoon' })
    const { page } = await product.open('/contacts')
    await settle(page)
    assert.equal(await page.getByRole('columnheader', { name: 'Campaign' }).count(), 0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Campaign', exact: true }).check()
    await page.getByRole('columnheader', { name: 'Campaign' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Campaign' }).waitFor()
  })

  test('goes on as one scrolls, and holds only what is in sight', async () => {
    for (let index = 0; index < 130; index++)
      await create({ name: `Many ${String(index).padStart(3, '0')}` })
    const { page } = await product.open('/contacts?q=Many&sort=name')
    await page.getByRole('link', { name: 'Many 000' }).waitFor()
    const last = page.getByRole('link', { name: 'Many 129' })
    await waitFor(
      async () => {
        await page.locator('#main').evaluate((main) => main.scrollBy(0, 3000))
        return (await last.count()) > 0
      },
      { what: 'the last row' },
    )
    assert.ok((await page.getByRole('row').count()) < 100)
    assert.equal((await last.locator('xpath=ancestor::tr').boundingBox())!.height, 40)
    assert.ok((await page.getByRole('search').boundingBox())!.y < 20, 'the filters stay')
  })

  test('learns of new people and of changes by itself', async () => {
    const { page } = await product.open('/contacts')
    await settle(page)
    const made = await create({ name: 'Comes by itself' })
    await page.getByRole('link', { name: 'Comes by itself' }).waitFor()
    await api(`PATCH /api/v1/contacts/${made.id}`, { body: { name: 'Renamed elsewhere' } })
    await page.getByRole('link', { name: 'Renamed elsewhere' }).waitFor()
  })

  test('exports what the filters find', async () => {
    await create({ name: '=HYPERLINK("x")', source: 'export' })
    const { page } = await product.open('/contacts?source=export')
    const text = await download(page, () => page.getByRole('link', { name: 'Export' }).click())
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    assert.deepEqual(
      rows.map((row) => row['name']),
      [`'=HYPERLINK("x")`],
    )
  })
})

describe('a contact', () => {
  test('is added by keyboard alone; who is known already is found', async () => {
    const phone = testPhone()
    const { page } = await product.open('/contacts')
    await settle(page)
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.type('Typed Rao')
    await page.keyboard.press('Tab')
    await page.keyboard.type(phone.slice(3))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/)
    await heading(page, 'Typed Rao').waitFor()
    const id = page.url().split('/').at(-1)!
    assert.equal((await read(id)).phone_e164, phone)
    await visit(page, '/contacts')
    await page.getByRole('button', { name: 'New contact' }).click()
    await page.getByRole('dialog').getByLabel('Phone').fill(phone)
    await page.getByRole('button', { name: 'Create contact' }).click()
    await page.getByText(/already exists/).waitFor()
    await page.waitForURL(new RegExp(`/contacts/${id}$`))
  })

  test('that cannot be stored says at which field', async () => {
    const { page } = await product.open('/contacts')
    await page.getByRole('button', { name: 'New contact' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('No phone')
    await dialog.getByLabel('Phone').fill('12')
    await dialog.getByRole('button', { name: 'Create contact' }).click()
    await dialog.getByText(/Must be an international phone number/).waitFor()
    assert.equal(await dialog.getByLabel('Phone').getAttribute('aria-invalid'), 'true')
  })

  test('shows what it knows and what happened, inertly', async () => {
    const hostile = '<img src=x onerror=alert(1)> \u202Egnp.exe'
    const made = await create({ name: hostile, phone: testPhone(), campaign: 'monsoon' })
    await api(`PATCH /api/v1/contacts/${made.id}`, { body: { fields: { '<b>City</b>': 'Pune' } } })
    const { page, problems } = await product.open(`/contacts/${made.id}`)
    // The mark that would turn the rest of the name around is not kept.
    await heading(page, hostile.replace('\u202E', '')).waitFor()
    await page.getByText('<b>City</b>').waitFor()
    const call = page.getByRole('link', { name: /^\+91 \d{5} \d{5}$/ })
    assert.equal(await call.getAttribute('href'), `tel:${encodeURIComponent(made.phone_e164!)}`)
    await page.getByText('Lead from api, campaign monsoon').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await page.getByLabel('New note').fill('Calls <i>back</i> at noon')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('Calls <i>back</i> at noon').waitFor()
    await page.getByText(/^Note by /).waitFor()
    assert.deepEqual(problems, [])
  })

  test('leads to all its tickets where it shows but some', async () => {
    const made = await create({ name: 'Asks a lot', phone: testPhone() })
    const other = await create({ name: 'Asks once', phone: testPhone() })
    for (let index = 0; index < 11; index++)
      await api('POST /api/v1/tickets', { body: { person_id: made.id, title: `Asks ${index}` } })
    await api('POST /api/v1/tickets', { body: { person_id: other.id, title: 'Not theirs' } })
    const { page } = await product.open(`/contacts/${made.id}`)
    await page.getByRole('link', { name: 'View all tickets' }).click()
    await page.getByRole('link', { name: 'Asks 0' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Not theirs' }).count(), 0)
    await page.getByRole('button', { name: 'Clear filter: tickets of Asks a lot' }).click()
    await page.getByRole('link', { name: 'Not theirs' }).waitFor()
  })

  test('is changed, for everybody who looks at it', async () => {
    const made = await create({ name: 'Before', phone: testPhone() })
    const { page } = await product.open(`/contacts/${made.id}`)
    const other = await product.open(`/contacts/${made.id}`, { as: 'agent' })
    await heading(other.page, 'Before').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('After')
    await dialog.getByRole('button', { name: 'Add custom field' }).click()
    await dialog.getByLabel('Field name').fill('City')
    await dialog.getByLabel('Value of City').fill('Pune')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await heading(page, 'After').waitFor()
    await heading(other.page, 'After').waitFor()
    await other.page.getByText('Pune').waitFor()
  })
})

describe('a merge', () => {
  test('is previewed, chosen field by field, and taken back; the old id leads on', async () => {
    const phone = testPhone()
    const survivor = await create({ name: 'Asha Rao', phone, campaign: 'may' })
    const other = await create({ name: 'Asha R.', email: `asha.${Date.now()}@example.com` })
    await api('POST /api/v1/tickets', { body: { person_id: other.id, title: 'Theirs' } })
    const { page, problems } = await product.open(`/contacts/${survivor.id}`)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Which contact is the same person?' }).fill('Asha R.')
    await page.getByRole('option', { name: /Asha R\./ }).click()
    await dialog.getByText(/No conversations, 1 ticket and 2 timeline entries will move/).waitFor()
    const coming = dialog.getByRole('region', { name: 'Fields to be added' })
    await coming.getByText(other.email!).waitFor()
    await dialog.getByRole('radio', { name: /Asha R\./ }).check()
    await dialog.getByRole('button', { name: 'Merge contacts', exact: true }).click()
    await heading(page, 'Asha R.').waitFor()
    await page.getByText(/^Merged with Asha R\./).waitFor()
    await page
      .getByRole('link', { name: /Theirs/ })
      .first()
      .waitFor()
    const old = await product.open(`/contacts/${other.id}`, { as: 'agent' })
    await old.page.waitForURL(new RegExp(`/contacts/${survivor.id}$`))
    await heading(old.page, 'Asha R.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await heading(page, 'Asha Rao').waitFor()
    await heading(old.page, 'Asha Rao').waitFor()
    assert.equal((await read(other.id)).id, other.id)
    assert.deepEqual(problems, [])
  })

  test('is offered where a phone belongs to somebody else, and undone from the timeline', async () => {
    const phone = testPhone()
    const other = await create({ name: 'Has the phone', phone })
    const mine = await create({ name: 'Wants the phone' })
    const { page } = await product.open(`/contacts/${mine.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone').fill(phone)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByText(/already belongs to another contact/).waitFor()
    await dialog.getByRole('button', { name: 'Merge instead' }).click()
    await page.getByRole('radio', { name: /Wants the phone/ }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Merge contacts', exact: true })
      .click()
    await page.getByRole('link', { name: /^\+91 \d{5} \d{5}$/ }).waitFor()
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await page.getByText(/then undone/).waitFor()
    assert.equal((await read(other.id)).phone_e164, phone)
    assert.equal((await read(mine.id)).phone_e164, null)
  })
})

describe('an import', () => {
  const choose = async (page: Page, text: string, name = 'people.csv') => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }

  test('is mapped, checked, read in with progress, and gives back what it rejected', async () => {
    const [known, phone] = [testPhone(), testPhone()]
    await create({ phone: known })
    const { page, problems } = await product.open('/contacts/import')
    const file = `\uFEFFFull name;Mobile;Town\r\nImported One;${phone};Pune\r\nKnown;${known};Delhi\r\nBad;12;"a;b"\r\n`
    await choose(page, file)
    await page.waitForURL(/\/contacts\/import\/[0-9a-f-]{36}$/)
    const target = (column: string) => page.getByLabel(`Import column ${column} as`)
    await target('Town').waitFor()
    assert.equal(await target('Full name').inputValue(), 'name')
    assert.equal(await target('Mobile').inputValue(), 'phone_e164')
    await page.getByText('Matched by name · 2 of 3 values fit').waitFor()
    await page.getByText('No other field fits').waitFor()
    await target('Town').selectOption('')
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    await page.getByText('Row 4').waitFor()
    await page.getByText('Invalid phone number').waitFor()
    assert.equal((await api('GET /api/v1/contacts?q=Imported')).body.data.length, 0)
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    await page.getByRole('link', { name: 'View contacts' }).waitFor()
    const figure = (name: string) =>
      page.locator('dt', { hasText: name }).locator('+ dd').innerText()
    assert.deepEqual(
      [
        await figure('New contacts'),
        await figure('Existing contacts'),
        await figure('Rejected rows'),
      ],
      ['1', '1', '1'],
    )
    const rejected = await download(page, () =>
      page.getByRole('link', { name: 'Download rejected rows' }).click(),
    )
    assert.deepEqual((parse(rejected, { bom: true }) as string[][])[1]!.slice(0, 3), [
      'Bad',
      '12',
      'a;b',
    ])
    const [made] = (await api('GET /api/v1/contacts?q=Imported')).body.data
    assert.deepEqual([made.phone_e164, made.fields], [phone, {}])
    assert.deepEqual(problems, [])
  })

  test('of a file that cannot be read says what to do', async () => {
    const { page } = await product.open('/contacts/import')
    await choose(page, 'PK\x03\x04', 'people.xlsx')
    await page
      .getByRole('alert')
      .getByText(/spreadsheet.*CSV UTF-8/)
      .waitFor()
    await choose(page, 'Name\nSecond try\n')
    await page.getByRole('button', { name: 'Check file' }).waitFor()
  })

  test('is cancelled after a question', async () => {
    const { page } = await product.open('/contacts/import', { as: 'agent' })
    await choose(page, 'Name\nNever\n', 'never.csv')
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText(/^Canceled/).waitFor()
    await visit(page, '/contacts/import')
    await page.getByRole('link', { name: 'never.csv' }).waitFor()
  })
})

test('the pages of contacts fit a phone, and are worked there', async () => {
  const made = await create({ name: 'On a phone', phone: testPhone() })
  const { page } = await product.open('/contacts', { width: 375, height: 740 })
  await page.getByRole('searchbox').fill('On a phone')
  await page.getByRole('link', { name: 'On a phone' }).click()
  await page.waitForURL(new RegExp(made.id))
  await heading(page, 'On a phone').waitFor()
  for (const path of ['/contacts', `/contacts/${made.id}`, '/contacts/import']) {
    await visit(page, path)
    await settle(page)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(excess, 0, path)
  }
})

test('the pages of contacts break no rule of WCAG 2.2 AA, with dialogs open too', async () => {
  const made = await create({ name: 'Looked at', phone: testPhone() })
  const { page } = await product.open('/contacts')
  for (const path of ['/contacts', `/contacts/${made.id}`, '/contacts/import']) {
    await visit(page, path)
    await settle(page)
    assert.deepEqual(await findViolations(page), [], path)
  }
  for (const key of ['e', 'm', 't']) {
    await page.goto(`/contacts/${made.id}`)
    await heading(page, 'Looked at').waitFor()
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await findViolations(page), [], key)
  }
  await visit(page, '/contacts')
  await settle(page)
  for (const name of ['Source', 'Sort: Last updated', 'Columns', 'Saved views']) {
    await page.getByRole('button', { name }).click()
    assert.deepEqual(await findViolations(page), [], name)
    await page.keyboard.press('Escape')
  }
})

test('an admin exports the data of a contact and downloads the archive', async () => {
  const made = await create({ name: 'Asks for her data' })
  const { page, problems } = await product.open(`/contacts/${made.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the data of Asks for her data' })
  await dialog.getByRole('button', { name: 'Start export' }).click()
  const link = dialog.getByRole('link', { name: 'Download' })
  await link.waitFor()
  assert.deepEqual(await findViolations(page), [])
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.equal(file.suggestedFilename(), `contact-${made.id}.tar.gz`)
  const { stdout } = await promisify(execFile)('tar', ['-xzOf', await file.path()])
  assert.match(stdout, /"name":"Asks for her data"/)
  assert.match(stdout, /"contact_id": "/)
  assert.deepEqual(problems, [])
  const other = await product.open(`/contacts/${made.id}`, { as: 'agent' })
  await heading(other.page, 'Asks for her data').waitFor()
  await other.page.getByRole('button', { name: 'More actions' }).click()
  await other.page.getByRole('menuitem', { name: 'Block contact' }).waitFor()
  assert.equal(await other.page.getByRole('menuitem', { name: /^(Export|Erase)/ }).count(), 0)
})

test('an admin erases a contact after typing its name', async () => {
  const made = await create({ name: 'Wants to be forgotten' })
  const { page, problems } = await product.open(`/contacts/${made.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Wants to be forgotten' })
  const confirm = dialog.getByRole('button', { name: 'Erase contact' })
  await dialog.getByRole('textbox').fill('Somebody else')
  await confirm.click()
  await dialog.getByRole('textbox', { description: /./ }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('textbox').fill('Wants to be forgotten')
  await confirm.click()
  await page.waitForURL(/\/contacts$/)
  assert.equal((await product.api(`GET /api/v1/contacts/${made.id}`)).status, 404)
  assert.deepEqual(problems, [])
})

test('an agent blocks a contact with a reason, finds it among the blocked ones, and unblocks it', async () => {
  const made = await create({ name: 'Sends spam' })
  await create({ name: 'Sends no spam' })
  const { page, problems } = await product.open(`/contacts/${made.id}`, { as: 'agent' })
  const openMenu = () => page.getByRole('button', { name: 'More actions' }).click()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Block contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block Sends spam' })
  await dialog.getByLabel('Reason').fill('the same link every hour')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Block contact' }).click()
  await page.getByText('the same link every hour').waitFor()
  await page.getByText('Blocked since').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await visit(page, '/contacts')
  await chooseFilter(page, 'Blocked', 'Blocked only')
  await page.getByRole('link', { name: 'Sends no spam' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Sends spam' }).click()
  await page.getByText('Blocked since').waitFor()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Unblock contact' }).click()
  await page.getByText('Blocked since').waitFor({ state: 'detached' })
  assert.equal((await read(made.id)).blocked_at, null)
  assert.deepEqual(problems, [])
})
