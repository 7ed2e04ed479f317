import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const composer = (page: Page) => page.getByRole('region', { name: 'Message composer' })
const isWritten = (page: Page, text: string) =>
  waitFor(async () => (await field(page).inputValue()) === text, { what: `the draft "${text}"` })

/** Lets a customer write, and returns the address of the conversation and what was sent to it. */
async function setUp(phone: string, name: string) {
  await product.customerWrites(phone, name, 'Hello')
  const { id } = await findChat(product, phone)
  return {
    path: `/inbox/${id}?view=all`,
    sent: async () => {
      const { body } = await product.api(`GET /api/v1/chats/${id}/messages?limit=100`)
      return body.data
        .filter((each: Message) => each.direction === 'outbound')
        .map((each: Message) => each.text)
        .toReversed()
    },
  }
}

/** Opens a conversation and waits until one can write. */
async function openField(path: string, as: 'admin' | 'agent' = 'admin') {
  const tab = await product.open(path, { as })
  await message(tab.page, 'Hello').waitFor()
  await field(tab.page).waitFor()
  return tab
}

test('a draft is one draft in all tabs and on all devices of its author, and is sent once', async () => {
  const { path, sent } = await setUp('919835000001', 'Asha Rao')
  const { page, context, problems } = await openField(path)
  const tab = await context.newPage()
  await tab.goto(product.url + path)
  const device = await openField(path)
  const colleague = await openField(path, 'agent')
  await field(tab).waitFor()

  await field(page).pressSequentially('I am answering this')
  for (const each of [tab, device.page]) await isWritten(each, 'I am answering this')
  await field(device.page).press('End')
  await field(device.page).pressSequentially(' now')
  for (const each of [page, tab]) await isWritten(each, 'I am answering this now')

  await field(tab).press('Enter')
  for (const each of [page, tab, device.page]) {
    await message(each, 'I am answering this now').waitFor()
    await isWritten(each, '')
    await field(each).press('Enter')
  }
  assert.deepEqual(await sent(), ['I am answering this now'])
  assert.equal(await field(colleague.page).inputValue(), '')
  assert.deepEqual(problems, [])
})

test('the list marks a conversation with a draft, until it is sent', async () => {
  const [first, second] = [
    await setUp('919835000011', 'Drafted Devi'),
    await setUp('919835000012', 'Other Omar'),
  ]
  const { page } = await openField(first.path)
  const row = page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Drafted Devi/ })
  await field(page).fill('Half a thought')
  await visit(page, second.path)
  const mark = row.getByText('Draft', { exact: true })
  await mark.waitFor()
  await visit(page, first.path)
  await mark.waitFor({ state: 'detached' })
  await isWritten(page, 'Half a thought')
  await field(page).press('Enter')
  await message(page, 'Half a thought').waitFor()
  await visit(page, second.path)
  await row.waitFor()
  assert.equal(await mark.count(), 0)
})

test('a draft survives the end of its browser, also when it closes at once', async () => {
  const { path } = await setUp('919835000002', 'Ravi Iyer')
  const { page } = await openField(path)
  await field(page).pressSequentially('Half a reply')
  await page.close()
  const { page: other } = await openField(path)
  await isWritten(other, 'Half a reply')
})

test('a device that was cut off while its draft was sent elsewhere asks before it sends the draft again', async () => {
  const { path, sent } = await setUp('919835000003', 'Meera Das')
  const one = await openField(path)
  const two = await openField(path)
  await field(one.page).pressSequentially('It is on its way')
  await isWritten(two.page, 'It is on its way')
  // No signal arrives, but requests do: as after waking up, before the stream is open again.
  const held = Promise.withResolvers<void>()
  await two.page.route(/\/api\/app\/(live|drafts)/, async (route) => {
    await held.promise
    await route.continue()
  })
  await two.context.setOffline(true)
  await two.page.getByText('offline').first().waitFor()
  await field(one.page).press('Enter')
  await message(one.page, 'It is on its way').waitFor()
  await waitFor(async () => (await sent()).length === 1)
  await two.context.setOffline(false)
  await field(two.page).press('Enter')
  await thread(two.page).getByText('you already sent or changed this draft').waitFor()
  assert.deepEqual(await sent(), ['It is on its way'])
  held.resolve()
  await thread(two.page).getByRole('button', { name: 'Discard' }).click()
  await isWritten(two.page, '')

  // Text that was written during the send is kept, and not sent without a question.
  await field(one.page).pressSequentially('Second')
  await isWritten(two.page, 'Second')
  await two.context.setOffline(true)
  await two.page.getByText('offline').first().waitFor()
  await field(two.page).press('End')
  await field(two.page).pressSequentially(' thoughts')
  await field(one.page).press('Enter')
  await waitFor(async () => (await sent()).length === 2)
  await two.context.setOffline(false)
  await composer(two.page).getByText('You changed or sent this draft').waitFor()
  assert.equal(await field(two.page).inputValue(), 'Second thoughts')
  await field(two.page).press('Enter')
  assert.deepEqual(await sent(), ['It is on its way', 'Second'])
  await composer(two.page).getByRole('button', { name: 'Keep this text' }).click()
  await field(two.page).press('Enter')
  await message(two.page, 'Second thoughts').waitFor()
  await waitFor(async () => (await sent()).length === 3)
})

test('after a colleague replied, the reply that one is writing asks first', async () => {
  const { path, sent } = await setUp('919835000004', 'Leela Nair')
  const sam = await openField(path, 'agent')
  const alex = await openField(path)
  // Before that, what one types is not shown to the other.
  await thread(sam.page)
    .getByText(/admin is also viewing/)
    .waitFor()
  await thread(alex.page)
    .getByText(/agent is also viewing/)
    .waitFor()
  await field(sam.page).pressSequentially('I can')
  await composer(alex.page).getByText('agent is writing…').waitFor()
  await field(alex.page).fill('Me too')
  await field(alex.page).press('Enter')
  const asked = composer(sam.page).getByText(/^admin replied/)
  await asked.waitFor()
  await field(sam.page).press('Enter')
  assert.equal(await field(sam.page).inputValue(), 'I can')
  // The focus is on Review, so that another Enter sends nothing.
  await sam.page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await message(sam.page, 'Me too').waitFor()
  assert.equal(await field(sam.page).inputValue(), 'I can')
  assert.deepEqual(await sent(), ['Me too'])
  await field(sam.page).press('Enter')
  await message(alex.page, 'I can').waitFor()

  await field(sam.page).pressSequentially('More')
  await field(alex.page).fill('Bye')
  await field(alex.page).press('Enter')
  await composer(sam.page).getByRole('button', { name: 'Send anyway' }).click()
  await message(alex.page, 'More').waitFor()
  assert.deepEqual(await sent(), ['Me too', 'I can', 'Bye', 'More'])
  assert.deepEqual([sam.problems, alex.problems], [[], []])
})

test('a reply that was sent before the reply of a colleague arrived is not delivered without a question', async () => {
  const { path, sent } = await setUp('919835000005', 'Omar Khan')
  const sam = await openField(path, 'agent')
  const alex = await openField(path)
  await sam.context.setOffline(true)
  await sam.page.getByText('offline').first().waitFor()
  await field(sam.page).pressSequentially('From the train')
  await field(sam.page).press('Enter')
  await thread(sam.page).getByText('couldn’t reach the server').waitFor()
  await field(alex.page).fill('Done')
  await field(alex.page).press('Enter')
  await message(alex.page, 'Done').waitFor()
  await waitFor(async () => (await sent()).length === 1)
  await sam.context.setOffline(false)
  await thread(sam.page).getByText('Not sent: admin replied').waitFor()
  await message(sam.page, 'Done').waitFor()
  assert.deepEqual(await sent(), ['Done'])
  await thread(sam.page).getByRole('button', { name: 'Review' }).click()
  await isWritten(sam.page, 'From the train')
  await field(sam.page).press('Enter')
  await message(alex.page, 'From the train').waitFor()
  assert.deepEqual(await sent(), ['Done', 'From the train'])
})
