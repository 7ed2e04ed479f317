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

describe('a reminder', () => {
  test('is set from the list of snooze, shown, and comes back without an answer', async () => {
    const { page, chatId, problems } = await openChat('Ravi Iyer')
    await field(page).fill('Does that help?')
    await page.keyboard.press('Enter')
    await message(page, 'Does that help\\?').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await dialog(page).getByRole('combobox').fill('no answer')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Remind me if Ravi Iyer doesn’t answer').waitFor()
    assert.deepEqual(await findViolations(page), [])
    await dialog(page).getByRole('option', { name: 'In an hour' }).click()
    await page.getByText(/^Ravi Iyer: Reminder if no answer: /).waitFor()
    const { body: chat } = await api(`GET /api/v1/chats/${chatId}`)
    assert.deepEqual([chat.status, chat.remind_if_unanswered], ['snoozed', true])
    await page.goto(`/inbox/${chatId}?view=snoozed`)
    await thread(page)
      .getByText(/^You set a reminder for .*, if there’s no answer$/)
      .waitFor()
    await thread(page)
      .getByText(/^Reminder if no answer: /)
      .waitFor()
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByTitle(/^Reminder if no answer: /)
      .waitFor()

    const snoozed_until = new Date(Date.now() + 1000).toISOString()
    const body = { snoozed_until, remind_if_unanswered: true }
    assert.equal((await admin(`PATCH /api/v1/chats/${chatId}`, { body })).status, 200)
    await thread(page).getByText('Reopened: the customer hasn’t answered').waitFor()
    assert.deepEqual(problems, [])
  })

  test('is removed by an answer', async () => {
    const { page, chatId, person } = await openChat('Tara Sen')
    const snoozed_until = new Date(Date.now() + 3_600_000).toISOString()
    const body = { snoozed_until, remind_if_unanswered: true }
    await admin(`PATCH /api/v1/chats/${chatId}`, { body })
    await thread(page)
      .getByText(/^Reminder if no answer: /)
      .waitFor()
    await product.customerWrites(person.phone_e164!.slice(1), 'Tara Sen', 'It does, thanks')
    await thread(page).getByText('Reopened by a new message from the customer').waitFor()
    await thread(page)
      .getByText(/^Reminder if no answer: /)
      .waitFor({ state: 'detached' })
  })
})

test('mentioning who may not see a conversation asks to add them, and saves nothing before', async () => {
  const { body: members } = await admin('GET /api/developer/members?removed=false')
  const agent = members.data.find((each: { role: string }) => each.role !== 'admin')
  const made = await admin('POST /api/v1/roles', {
    body: { name: 'Own work', scopes: ['read', 'write'], visibility: 'own', sees_no_team: false },
  })
  assert.equal(made.status, 201, made.text)
  const setRole = (role: string) =>
    admin(`PATCH /api/developer/members/${agent.id}`, { body: { role } })
  assert.equal((await setRole(made.body.id)).status, 200)
  const { page, chatId, problems } = await openChat('Omar Khan')
  const notes = async () =>
    (await admin(`GET /api/v1/chats/${chatId}/thread`)).body.data
      .filter((each: { kind: string }) => each.kind === 'note')
      .map((each: { text: string; mentions: string[] }) => [each.text, each.mentions])
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.type(`Please look @${agent.name.slice(0, 4)}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alert').filter({
    hasText: `${agent.name} can’t see this conversation. Let them take part?`,
  })
  await question.waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(await notes(), [])
  const other = await product.open(`/inbox/${chatId}`, { as: 'agent' })
  assert.equal((await api(`GET /api/v1/chats/${chatId}`)).body.participant_ids.length, 0)
  await question.getByRole('button', { name: 'Add and save note' }).click()
  await question.waitFor({ state: 'detached' })
  await waitFor(async () => (await notes()).length === 1)
  assert.deepEqual(await notes(), [[`Please look @${agent.name}`, [agent.id]]])
  assert.deepEqual((await api(`GET /api/v1/chats/${chatId}`)).body.participant_ids, [agent.id])
  await other.page.reload()
  await thread(other.page).getByText(`Please look @${agent.name}`).waitFor()
  await setRole('agent')
  assert.ok(
    problems.every((problem) => problem.includes('/api/app/notes')),
    'the refusal alone',
  )
})

test('the row of a conversation names the last document that was sent or received', async () => {
  const { page } = await openChat('Ines Costa')
  const row = page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Ines Costa/ })
  await row.getByText('Hello').waitFor()
  await thread(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'offer 12.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
  await thread(page).getByRole('button', { name: 'Remove offer 12.pdf' }).waitFor()
  await page.keyboard.press('Enter')
  await row.getByText('You: offer 12.pdf').waitFor()
  await page.reload()
  await row.getByText('You: offer 12.pdf').waitFor()
})
