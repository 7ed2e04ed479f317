import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api, admin } = product

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const dialog = (page: Page) => page.getByRole('dialog')

let customers = 0

/** Opens a new conversation of a customer of that name. */
async function openChat(name = 'Asha Rao') {
  const phone = `91984440${1000 + ++customers}`
  await product.customerWrites(phone, name, 'Hello')
  const { id: chatId, person } = await findChat(product, phone)
  const tab = await product.open(`/inbox/${chatId}`)
  await field(tab.page).waitFor()
  /** Returns the texts and names of files that were sent, the oldest first. */
  const sent = async (): Promise<string[]> => {
    const { body } = await api(`GET /api/v1/chats/${chatId}/messages?limit=100`)
    return body.data
      .filter((each: { direction: string }) => each.direction === 'outbound')
      .map((each: { text: string | null; media: { filename: string } | null }) =>
        [each.text, each.media?.filename].filter(Boolean).join(' + '),
      )
      .toReversed()
  }
  return { ...tab, chatId, person, sent }
}

describe('a canned reply', () => {
  test('of one’s own comes first, and brings its files', async () => {
    const { page, sent, problems } = await openChat()
    await admin('POST /api/v1/canned-replies', {
      body: { shortcut: 'address', text: 'Main Street 1' },
    })
    await page.goto('/settings/canned-replies')
    await page.getByRole('button', { name: 'Create canned reply' }).click()
    await dialog(page).getByLabel('Shortcut').fill('address')
    await dialog(page).getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'Only you' }).click()
    await dialog(page).getByLabel('Text').fill('Side Street 2')
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'map.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7'),
      })
    await dialog(page).getByRole('button', { name: 'Remove map.pdf' }).waitFor()
    assert.deepEqual(await findViolations(page), [])
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Only you', { exact: true }).waitFor()
    await page.getByText('1 file', { exact: true }).waitFor()

    await page.goBack()
    await field(page).pressSequentially('/addr')
    const options = page.getByRole('option')
    await options.nth(1).waitFor()
    assert.deepEqual(
      await options.allInnerTexts().then((all) => all.map((text) => /\w+ Street/.exec(text)?.[0])),
      ['Side Street', 'Main Street'],
    )
    await page.keyboard.press('Enter')
    await thread(page).getByRole('button', { name: 'Remove map.pdf' }).waitFor()
    await page.keyboard.press('Enter')
    await waitFor(async () => (await sent()).length === 1)
    assert.deepEqual(await sent(), ['Side Street 2 + map.pdf'])

    const other = await product.open('/settings/canned-replies', { as: 'agent' })
    await other.page.getByText('Main Street 1').waitFor()
    assert.equal(await other.page.getByText('Side Street 2').count(), 0)
    assert.deepEqual(problems, [])
  })

  test('is not sent while a variable is empty, which the composer names', async () => {
    const { page, chatId, person, sent } = await openChat('Meera Nair')
    await admin('POST /api/v1/custom-fields', { body: { key: 'plan', type: 'text' } })
    const text = 'Dear {first_name}, your {field.plan} plan. {my_first_name}'
    await admin('POST /api/v1/canned-replies', { body: { shortcut: 'plan', text } })
    await page.reload()
    await field(page).pressSequentially('/plan')
    await page.getByRole('option', { name: /plan/ }).waitFor()
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: '{field.plan}' })
    await alert.getByText('No value for {field.plan}.').waitFor()
    assert.deepEqual(await findViolations(page), [])
    assert.match(await field(page).inputValue(), /^Dear Meera, your \{field\.plan\} plan\. \w+$/)
    await page.keyboard.press('Enter')
    assert.equal(
      await alert.getByRole('button').evaluate((each) => each === document.activeElement),
      true,
    )
    await page.keyboard.press('Enter')
    // The variable is selected, so typing replaces it.
    await page.keyboard.type('silver')
    await alert.waitFor({ state: 'detached' })
    assert.match(await field(page).inputValue(), /^Dear Meera, your silver plan\. /)
    await page.keyboard.press('Enter')
    await waitFor(async () => (await sent()).length === 1)

    await api(`PATCH /api/v1/contacts/${person.id}`, { body: { fields: { plan: 'gold' } } })
    await page.goto(`/inbox/${chatId}`)
    await field(page).pressSequentially('/plan')
    await page.getByRole('option', { name: /gold plan/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await waitFor(async () => (await sent()).length === 2)
    assert.match((await sent())[1]!, /^Dear Meera, your gold plan\. /)
  })
})

describe('a reply', () => {
  const holdFor = async (hold_seconds: number) => {
    const saved = await admin('PATCH /api/session/preferences', { body: { hold_seconds } })
    assert.equal(saved.status, 200, saved.text)
  }

  test('that is held is undone, and its text and file return to the composer', async () => {
    const { page, sent } = await openChat()
    await holdFor(10)
    await page.reload()
    await field(page).fill('Wrong conversation')
    await page.keyboard.press('Enter')
    await message(page, 'Wrong conversation').waitFor()
    await page.getByText('Sends in 10 seconds').waitFor()
    assert.equal(await field(page).inputValue(), '')
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Wrong conversation').waitFor({ state: 'detached' })
    assert.equal(await field(page).inputValue(), 'Wrong conversation')
    const { body } = await product.admin('GET /api/app/held-replies')
    assert.deepEqual([body.data, await sent()], [[], []])
  })

  test('that is held is sent with the browser closed', async () => {
    const { page, context, sent } = await openChat()
    await holdFor(5)
    await page.reload()
    await field(page).fill('On its way')
    const held = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/app/held-replies') && answer.request().method() === 'POST',
    )
    await page.keyboard.press('Enter')
    assert.equal((await held).status(), 201)
    assert.deepEqual(await sent(), [])
    await context.close()
    await waitFor(async () => (await sent()).length === 1, { what: 'the held reply' })
    assert.deepEqual(await sent(), ['On its way'])
    await holdFor(0)
  })

  test('is sent and closes its conversation with one key', async () => {
    const { page, chatId, sent, problems } = await openChat()
    await field(page).fill('All done')
    await page.keyboard.press('Control+Shift+Enter')
    await waitFor(async () => (await api(`GET /api/v1/chats/${chatId}`)).body.status === 'closed')
    assert.deepEqual(await sent(), ['All done'])
    assert.deepEqual(problems, [])
  })
})
