import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { CHANNEL_TOKEN } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { press } from './keyboard.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api, admin } = product

before(async () => {
  // The account of what the simulated platform reports, which is also that of the messages below.
  const number = { phone_number_id: product.phoneNumberId, waba_id: '77001122334455' }
  assert.equal((await product.simulator('POST /sim/numbers', { body: number })).status, 200)
  const made = await product.simulator('POST /v25.0/77001122334455/message_templates', {
    headers: { authorization: `Bearer ${CHANNEL_TOKEN}` },
    body: {
      name: 'table_free',
      language: 'en',
      category: 'UTILITY',
      components: [
        {
          type: 'BODY',
          text: 'Hi {{1}}, {{2}} is ready.',
          example: { body_text: [['Ada', 'table 3']] },
        },
      ],
    },
  })
  assert.equal(made.status, 200, made.text)
  await product.simulator(`POST /sim/templates/${made.body.id}`, { body: { status: 'APPROVED' } })
  // The channel's business account is learned from what the platform sends.
  await product.customerWrites('919811000070', 'Ravi Iyer', 'Hello')
  const { body: channels } = await admin('GET /api/developer/channels')
  const path = `/api/developer/channels/${channels.data[0].id}/templates/sync`
  await waitFor(async () => (await admin(`POST ${path}`, { body: {} })).status === 200)
})

test('an agent writes first to a new number by keyboard alone, and gets the answer', async () => {
  const { page, problems } = await product.open('/inbox', { as: 'agent' })
  await page.getByRole('button', { name: 'New message' }).first().waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('textbox', { name: 'To' }).waitFor()
  await page.keyboard.type('98110 00077')
  await dialog.getByRole('option', { name: 'Write to 98110 00077' }).waitFor()
  await press(page, 'Enter')
  await dialog.getByText('the first message must be a template').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: /^table_free/ }).press('Enter')
  await dialog.getByLabel('Hi [1], … is ready.').pressSequentially('Kiran')
  await dialog.getByLabel('Hi …, [2] is ready.').pressSequentially('table 7')
  await press(page, 'Enter')
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByText('Hi Kiran, table 7 is ready.').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await product.customerWrites('919811000077', 'Kiran Bedi', 'On my way')
  await thread.getByText('On my way').first().waitFor()
  const { body } = await api('GET /api/v1/chats?q=919811000077')
  assert.equal(body.data.length, 1)
  assert.ok(page.url().includes(body.data[0].id))
  assert.notEqual(body.data[0].assignee_id, null)
  assert.deepEqual(problems, [])
})

test('the focus stays in the dialog while its steps replace each other, and then goes to the conversation', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  const hasFocus = (place: Locator, what: string) =>
    waitFor(() => place.evaluate((each) => each.contains(document.activeElement)), { what })
  // The dialog opens from a row of the list.
  await press(page, 'j', 'c')
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('textbox', { name: 'To' }).waitFor()
  await page.keyboard.type('98110 00079')
  await dialog.getByRole('option', { name: 'Write to 98110 00079' }).waitFor()
  await press(page, 'Enter')
  await hasFocus(dialog.getByLabel('Search templates'), 'the search of templates')
  await dialog.getByRole('button', { name: /^table_free/ }).press('Enter')
  await hasFocus(dialog.getByLabel('Hi [1], … is ready.'), 'the first field')
  // Back and forth: what replaces a step has the focus.
  await dialog.getByRole('button', { name: 'Back to templates' }).press('Enter')
  await hasFocus(dialog.getByLabel('Search templates'), 'the search of templates again')
  await dialog.getByRole('button', { name: /^table_free/ }).press('Enter')
  await hasFocus(dialog.getByLabel('Hi [1], … is ready.'), 'the first field again')
  await page.keyboard.type('Lina')
  await press(page, 'Tab')
  await page.keyboard.type('table 9')
  await press(page, 'Enter')
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByText('Hi Lina, table 9 is ready.').first().waitFor()
  await hasFocus(thread, 'the new conversation')
  assert.deepEqual(problems, [])
})

test('an imported contact is written to from its page, and later the text goes to the conversation', async () => {
  const { body: contact } = await api('POST /api/v1/contacts', {
    body: { name: 'Imported Asha', phone_e164: '+919811000078', source: 'import' },
  })
  const { page, problems } = await product.open(`/contacts/${contact.id}`, { width: 390 })
  await page.getByRole('button', { name: 'Write message' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New message to Imported Asha' })
  await dialog.getByRole('button', { name: /^table_free/ }).click()
  await dialog.getByLabel('Hi [1], … is ready.').fill('Asha')
  await dialog.getByLabel('Hi …, [2] is ready.').fill('table 8')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await page.waitForURL(/\/inbox\//)
  const [, chatId] = /\/inbox\/([^?]+)/.exec(page.url())!
  await product.customerWrites('919811000078', 'Asha', 'Thank you')
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByText('Thank you').first().waitFor()
  await visit(page, `/contacts/${contact.id}`)
  await page.getByRole('button', { name: 'Write message' }).first().click()
  await dialog.getByText('You already have a conversation with Imported Asha').waitFor()
  await dialog.getByLabel('Message', { exact: true }).fill('See you soon')
  await dialog.getByRole('button', { name: 'Continue in the conversation' }).click()
  await page.waitForURL(new RegExp(`/inbox/${chatId}`))
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.waitFor()
  assert.equal(await field.inputValue(), 'See you soon')
  assert.deepEqual(problems, [])
})

test('a contact who cannot be reached is explained, with the way out', async () => {
  const { body: contact } = await api('POST /api/v1/contacts', { body: { name: 'Without Number' } })
  const { page } = await product.open('/inbox')
  await page.getByRole('button', { name: 'New message' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('textbox', { name: 'To' }).fill('Without')
  await dialog.getByRole('option', { name: /Without Number/ }).click()
  await dialog.getByText('This contact has no phone number for WhatsApp.').waitFor()
  await dialog.getByRole('link', { name: 'Add a phone number' }).click()
  await page.waitForURL(new RegExp(`/contacts/${contact.id}`))
  assert.equal(await dialog.count(), 0)
})
