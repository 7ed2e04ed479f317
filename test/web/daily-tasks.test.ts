import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { addMember } from './member.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { admin, api } = product
const customers = ['Asha', 'Bilal', 'Chitra', 'Dev', 'Esha', 'Farid']
for (const [at, name] of customers.entries())
  await product.customerWrites(`91982255000${at}`, `${name} Daily`, `I am ${name}`)
await addMember(product, `mina-${product.emails.admin}`)
const receiver = await startReceiver((_, response) => response.writeHead(500).end())
const { body: endpoint } = await admin('POST /api/developer/webhooks', {
  body: { url: `${receiver.url}/orders` },
})
await admin(`POST /api/developer/webhooks/${endpoint.id}/test`, { body: {} })
await waitFor(async () => (await api('GET /api/v1/chats')).body.data.length === customers.length)

/** Counts what a member does by keyboard: a key or a combination is one, and so is a text, however long. */
function createHand(page: Page) {
  const hand = {
    count: 0,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      hand.count += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      hand.count++
    },
    /** Runs the entry of the command menu that `text` finds, `down` entries below the first. */
    async command(text: string, entry: string | RegExp, down = 0) {
      await hand.press('ControlOrMeta+k')
      await page.getByPlaceholder('Search or run a command').waitFor()
      await hand.type(text)
      await page.getByRole('option', { name: entry }).first().waitFor()
      for (let at = 0; at < down; at++) await hand.press('ArrowDown')
      const option = page.getByRole('option', { name: entry, selected: true })
      await option.and(page.locator(':not([aria-disabled="true"])')).waitFor()
      await hand.press('Enter')
    },
  }
  return hand
}

type Hand = ReturnType<typeof createHand>

/** A task of every day, with the keys that it needed before version 0.5 and needs now. */
type Task = {
  name: string
  before: number
  now: number
  run: (page: Page, hand: Hand) => Promise<unknown>
}

const field = (page: Page) => page.locator('section[data-mode] textarea')
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const pane = (page: Page) => page.getByRole('region', { name: /^Delivery of/ })
const chatOf = async (name: string) => (await api(`GET /api/v1/chats?q=${name}`)).body.data[0]
const hasFocus = (page: Page) =>
  waitFor(() => field(page).evaluate((each) => each === document.activeElement))

/** Waits until a conversation is shown with its messages, and can be answered. */
async function isShown(page: Page, name: string): Promise<void> {
  await thread(page)
    .getByRole('heading', { name: `${name} Daily` })
    .waitFor()
  await page.getByRole('log').getByText(`I am ${name}`).waitFor()
  await field(page).waitFor()
}

/** Returns the first name of the customer whose conversation is shown. */
async function shownName(page: Page): Promise<string> {
  return (await thread(page).getByRole('heading').first().innerText()).split(' ')[0]!
}

/** Waits until a conversation with another customer is shown. */
async function isOther(page: Page, before: string): Promise<void> {
  await waitFor(async () => (await shownName(page)) !== before)
  await isShown(page, await shownName(page))
}

const TASKS: Task[] = [
  {
    name: 'find a customer and begin to write',
    before: 5,
    now: 4,
    async run(page, hand) {
      // The first entry is the contact.
      await hand.command('chitra', /Chitra Daily.*I am Chitra/, 1)
      await isShown(page, 'Chitra')
      await hasFocus(page)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'answer',
    before: 3,
    now: 3,
    async run(page, hand) {
      await hand.press('r')
      await hasFocus(page)
      await hand.type('We look into it')
      await hand.press('Enter')
      await thread(page).locator('article', { hasText: 'We look into it' }).waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'assign to another member',
    before: 3,
    now: 3,
    async run(page, hand) {
      await hand.press('a')
      await page.getByRole('combobox').waitFor()
      await hand.type('mina')
      await page.getByRole('option', { name: 'Mina Das', selected: true }).waitFor()
      await hand.press('Enter')
      await waitFor(async () => (await chatOf('Chitra')).assignee_id !== null)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'create a ticket from a conversation',
    before: 3,
    now: 3,
    async run(page, hand) {
      await hand.press('Shift+T')
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await hand.type('Broken lantern')
      await hand.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await waitFor(async () => (await api('GET /api/v1/tickets')).body.data.length === 1)
    },
  },
  {
    name: 'close and go on to the next',
    before: 1,
    now: 1,
    async run(page, hand) {
      await hand.press('e')
      await waitFor(async () => (await chatOf('Chitra')).status === 'closed')
      await isOther(page, 'Chitra')
    },
  },
  {
    name: 'answer, close and go on to the next',
    before: 5,
    now: 3,
    async run(page, hand) {
      const name = await shownName(page)
      await hand.press('r')
      await hasFocus(page)
      await hand.type('It is on its way')
      await hand.press('ControlOrMeta+Shift+Enter')
      await waitFor(async () => (await chatOf(name)).status === 'closed')
      await isOther(page, name)
    },
  },
  {
    name: 'hand over to another member with a note',
    before: 7,
    now: 5,
    async run(page, hand) {
      const name = await shownName(page)
      await hand.press('n')
      await hasFocus(page)
      await hand.type('@mina')
      await page.getByRole('option', { name: /Mina Das/ }).waitFor()
      await hand.press('Enter')
      await hand.type('wants a refund')
      await hand.press('ControlOrMeta+Shift+Enter')
      await thread(page).getByText('handed this conversation over to Mina Das').waitFor()
      await thread(page).locator('article', { hasText: '@Mina Das wants a refund' }).waitFor()
      await page.locator('[data-chat-row]').getByTitle('Handed over to Mina Das').waitFor()
      const { assignee_id: assignee } = await chatOf(name)
      assert.equal(assignee, (await chatOf('Chitra')).assignee_id)
    },
  },
  {
    name: 'find a ticket by its number',
    before: 3,
    now: 3,
    async run(page, hand) {
      await page.keyboard.press('Escape')
      await hand.command('#1', /Broken lantern/)
      await page.waitForURL(/\/tickets\/[\w-]+$/)
      await page.getByRole('heading', { name: 'Broken lantern' }).waitFor()
    },
  },
  {
    name: 'open the report of response times',
    before: 3,
    now: 3,
    async run(page, hand) {
      await hand.command('report: resp', /response/i)
      await page.waitForURL(/\/reports\?report=responses/)
      await page.getByRole('tab', { selected: true }).waitFor()
    },
  },
  {
    name: 'see why a webhook failed',
    before: 6,
    now: 4,
    async run(page, hand) {
      await hand.command('failed', 'Failed webhook deliveries')
      await page.getByRole('row').filter({ hasText: '127.0.0.1' }).first().waitFor()
      await hand.press('j')
      await pane(page).getByText('The receiver failed (500).').waitFor()
    },
  },
  {
    name: 'resend a webhook',
    before: 3,
    now: 1,
    async run(page, hand) {
      const { length } = receiver.requests
      await hand.press('r')
      await receiver.waitFor(length + 1)
      await pane(page).getByText('Attempt 2').waitFor()
    },
  },
  {
    name: 'invite a member',
    before: 8,
    now: 5,
    async run(page, hand) {
      await hand.command('invite', /Invite/)
      await page.getByLabel('Email').waitFor()
      await hand.type(`ravi-${product.emails.admin}`)
      await hand.press('Enter')
      await waitFor(
        async () => (await admin('GET /api/developer/invitations')).body.data.length > 0,
      )
    },
  },
]

test('tasks of every day need few keys, and none needs more than before', async () => {
  const { page, problems } = await product.open('/inbox?view=all')
  await page.getByRole('link', { name: /Asha Daily/ }).waitFor()
  const counted = []
  for (const { name, run } of TASKS) {
    const hand = createHand(page)
    await run(page, hand)
    counted.push([name, hand.count])
  }
  assert.deepEqual(
    counted,
    TASKS.map(({ name, now }) => [name, now]),
  )
  assert.deepEqual(
    TASKS.filter(({ before, now }) => now > before),
    [],
  )
  assert.ok(TASKS.filter(({ before, now }) => now < before).length * 2 >= TASKS.length)
  assert.deepEqual(problems, [])
})

test('a row says who assigned its conversation to the member, and how', async () => {
  const { page, problems } = await product.open('/inbox?view=mine', { as: 'agent' })
  const { data } = (await api('GET /api/v1/members')).body
  const agent = data.find(({ email }: { email: string }) => email === product.emails.agent)
  const [chat] = (await api('GET /api/v1/chats?status=open&assignee_id=none')).body.data
  const row = page.locator(`[data-chat-row="${chat.id}"]`)
  await admin(`PATCH /api/v1/chats/${chat.id}`, { body: { assignee_id: agent.id } })
  await row.getByTitle('Assigned to you by admin').waitFor()
  assert.equal((await row.boundingBox())!.height, 56)
  await admin(`POST /api/v1/chats/${chat.id}/hand-over`, { body: { to: { type: 'queue' } } })
  await row.waitFor({ state: 'detached' })
  const to = { type: 'member', id: agent.id }
  await admin(`POST /api/v1/chats/${chat.id}/hand-over`, { body: { to } })
  await row.getByText('Handed over to you').waitFor()
  assert.deepEqual(problems, [])
})
