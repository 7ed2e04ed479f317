import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()

/** The audio of a page, as Chromium reports it: the state of its context, and the tones that were created in it. */
type Sound = { state: string; tones: number }

/** Watches the audio of a page through the browser, not through the page. */
async function listenTo(page: Page): Promise<Sound> {
  const sound: Sound = { state: 'none', tones: 0 }
  const devtools = await page.context().newCDPSession(page)
  devtools.on('WebAudio.contextCreated', ({ context }) => (sound.state = context.contextState))
  devtools.on('WebAudio.contextChanged', ({ context }) => (sound.state = context.contextState))
  devtools.on('WebAudio.audioNodeCreated', ({ node }) => {
    if (node.nodeType === 'Oscillator') sound.tones++
  })
  await devtools.send('WebAudio.enable')
  return sound
}

const unreadIs = (page: Page, count: number) =>
  page.getByRole('link', { name: `Notifications: ${count} unread` }).waitFor()

/** Asks the server how many conversations have unread notifications of the agent. */
async function countUnread(): Promise<number> {
  const answer = await fetch(`${product.url}/api/app/notifications/unread`, {
    headers: { cookie: product.cookies.agent },
  })
  return ((await answer.json()) as { unread_count: number }).unread_count
}

async function changeSettings(settings: object): Promise<void> {
  const answer = await fetch(`${product.url}/api/app/notification-settings`, {
    method: 'PATCH',
    headers: {
      cookie: product.cookies.agent,
      'content-type': 'application/json',
      origin: product.url,
    },
    body: JSON.stringify(settings),
  })
  assert.ok(answer.ok, await answer.text())
}

/** Loads a page again, and uses it, because only then it may play sounds. Waits for the data that the sound depends on. */
async function reload(page: Page): Promise<void> {
  const loaded = ['/notifications/unread', '/notification-settings'].map((path) =>
    page.waitForResponse((response) => response.url().endsWith(path)),
  )
  await page.reload()
  await Promise.all(loaded)
  await page.getByRole('heading', { name: 'Tickets', exact: true }).click()
}

// A sound takes two tones. A message that plays none is followed by one that does, so that a late sound would be counted.
test('a new message plays a sound once in all tabs, and none after the sound was switched off', async () => {
  const { page, context } = await product.open('/tickets', { as: 'agent' })
  await reload(page)
  const other = await context.newPage()
  await other.goto(`${product.url}/tickets`)
  await reload(other)
  const sounds = [await listenTo(page), await listenTo(other)]
  const tones = () => sounds.reduce((sum, sound) => sum + sound.tones, 0)
  await product.customerWrites('919833200001', 'Meera Nair', 'Where is my order?')
  await waitFor(() => tones() === 2, { what: 'the sound' })
  const playing = sounds.find((sound) => sound.tones > 0)!
  await waitFor(() => playing.state === 'running', { what: 'running audio' })
  await unreadIs(page, 1)
  await unreadIs(other, 1)

  await changeSettings({ sound: false })
  await reload(page)
  await reload(other)
  await product.customerWrites('919833200002', 'Ravi Menon', 'Hello?')
  await unreadIs(page, 2)
  await unreadIs(other, 2)
  await changeSettings({ sound: true })
  await reload(page)
  await reload(other)
  await product.customerWrites('919833200003', 'Leela Das', 'Are you open?')
  await waitFor(() => tones() >= 4, { what: 'the second sound' })
  await unreadIs(page, 3)
  await unreadIs(other, 3)
  assert.equal(tones(), 4)
})

test('neither quiet hours nor a conversation of another member plays a sound', async () => {
  const { page } = await product.open('/tickets', { as: 'agent' })
  await reload(page)
  const sound = await listenTo(page)
  await product.customerWrites('919833200004', 'Kiran Rao', 'Do you deliver?')
  await waitFor(() => sound.tones === 2, { what: 'the sound' })

  const [chat] = (await product.api('GET /api/v1/chats?q=%2B919833200004')).body.data
  const members = (await product.api('GET /api/v1/members')).body.data
  const admin = members.find((each: { role: string }) => each.role === 'admin')
  const body = { assignee_id: admin.id }
  assert.equal((await product.api(`PATCH /api/v1/chats/${chat.id}`, { body })).status, 200)
  await product.customerWrites('919833200004', 'Kiran Rao', 'To Pune?')

  await product.customerWrites('919833200005', 'Nisha Das', 'Is it in stock?')
  await waitFor(() => sound.tones >= 4, { what: 'the sound of an unassigned conversation' })
  assert.equal(sound.tones, 4)

  const quiet = { quiet_hours: { from: '00:00', to: '23:59' }, time_zone: 'Etc/UTC' }
  const late = new Date().toISOString().slice(11, 16) === '23:59'
  if (late) Object.assign(quiet.quiet_hours, { from: '12:00', to: '11:59' })
  await changeSettings(quiet)
  await reload(page)
  const before = sound.tones
  const count = await countUnread()
  await product.customerWrites('919833200006', 'Anil Kumar', 'Thanks')
  await unreadIs(page, count + 1)
  await changeSettings({ quiet_hours: null })
  await reload(page)
  await product.customerWrites('919833200007', 'Sara Ali', 'Hi')
  await waitFor(() => sound.tones >= before + 2, { what: 'the sound after the quiet hours' })
  assert.equal(sound.tones, before + 2)
})
