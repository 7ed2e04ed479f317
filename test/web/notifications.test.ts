import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation, Member } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).first()

async function chatOf(phone: string): Promise<Conversation> {
  return waitFor(
    async () => (await product.api(`GET /api/v1/chats?q=%2B${phone}`)).body.data[0] ?? false,
    { what: 'the chat' },
  )
}

test('a message is counted in title, icon and rail, listed, and read with its conversation', async () => {
  const { page, problems } = await product.open('/tickets')
  await bell(page).waitFor()
  await product.customerWrites('919833100001', 'Meera Nair', 'Where is my order?')
  await page.waitForFunction(() => document.title.startsWith('(1) Tickets'))
  await page.getByRole('link', { name: 'Notifications: 1 unread' }).waitFor()
  await page.waitForFunction(() =>
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href.startsWith('data:image/svg'),
  )
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.waitForURL(/\/notifications$/)
  const list = page.getByRole('list', { name: 'Notifications' })
  await list.getByText('Where is my order?').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await list.getByRole('link', { name: 'Meera Nair' }).click()
  await page.waitForURL(/\/inbox\/[0-9a-f-]{36}/)
  await page.waitForFunction(() => !document.title.startsWith('('))
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await page.waitForFunction(() =>
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href.endsWith('/favicon.svg'),
  )
  assert.deepEqual(problems, [])
})

test('all notifications are read at once, on a phone', async () => {
  const { page } = await product.open('/notifications', { as: 'agent', width: 360, height: 740 })
  await product.customerWrites('919833100002', 'Ravi Menon', 'Hello?')
  await page.getByText('Hello?').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  // The list is read again beside the count.
  const dots = page.getByRole('img', { name: 'Unread', exact: true })
  await waitFor(async () => (await dots.count()) === 0, { what: 'the list without unread ones' })
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  assert.equal(isWide, false)
})

test('a customer with many messages is one entry, which is gone for an agent when another one has answered', async () => {
  const { page, problems } = await product.open('/notifications', { as: 'agent' })
  for (const text of ['Is it red?', 'Or blue?', 'Please answer'])
    await product.customerWrites('919833100008', 'Tara Bose', text)
  const entry = page.getByRole('listitem').filter({ hasText: 'Tara Bose' })
  await entry.getByText('3 new messages').waitFor()
  await entry.getByText('Please answer').waitFor()
  await entry.getByRole('img', { name: 'Unread', exact: true }).waitFor()
  assert.equal(await entry.count(), 1)
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  const { id, channel } = await chatOf('919833100008')
  await entry.getByText(channel.name).waitFor()
  const count = async () => {
    const label = await bell(page).getAttribute('aria-label')
    return Number(/: (\d+)/.exec(label ?? '')?.[1] ?? 0)
  }
  const before = await count()
  const body = { conversation_id: id, message: 'Both.' }
  const answer = await fetch(`${product.url}/api/v1/messages/send`, {
    method: 'POST',
    headers: {
      cookie: product.cookies.admin,
      'content-type': 'application/json',
      origin: product.url,
    },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, await answer.text())
  await waitFor(async () => (await entry.count()) === 0, { what: 'the list without the entry' })
  await waitFor(async () => (await count()) === before - 1, { what: 'the badge' })
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('the service worker is registered, opens what the user chose, and is never cached', async () => {
  const { page } = await product.open('/tickets', { as: 'agent' })
  await bell(page).waitFor()
  await product.customerWrites('919833100003', 'Leela Das', 'Are you open?')
  const { id } = await chatOf('919833100003')
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  assert.equal(scope, `${product.url}/`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // The app listens once it has settled.
  await waitFor(async () => {
    await page.evaluate(
      (url) =>
        navigator.serviceWorker.dispatchEvent(
          new MessageEvent('message', { data: { type: 'open', url } }),
        ),
      `/inbox/${id}`,
    )
    return page.url().includes(id)
  })
  for (const [path, type] of [
    ['/sw.js', /javascript/],
    ['/manifest.webmanifest', /manifest\+json/],
    ['/icon-192.png', /png/],
  ] as const) {
    const answer = await fetch(`${product.url}${path}`)
    assert.equal(answer.headers.get('cache-control'), 'no-cache', path)
    assert.match(answer.headers.get('content-type')!, type)
  }
})

test('a notification that the system shows is closed when it is read elsewhere, and no other', async () => {
  const { page } = await product.open('/tickets', { as: 'agent' })
  await bell(page).waitFor()
  await product.customerWrites('919833100004', 'Kiran Rao', 'Is it open on Sunday?')
  await product.customerWrites('919833100005', 'Nisha Das', 'Do you deliver?')
  const [read, unread] = [await chatOf('919833100004'), await chatOf('919833100005')]
  await page.getByRole('link', { name: /^Notifications: / }).waitFor()
  // A browser without a screen shows no notifications, so the page gets a list of those that are shown.
  await page.evaluate(
    (tags) => {
      const list = new Set(tags)
      ServiceWorkerRegistration.prototype.getNotifications = async () =>
        [...list].map(
          (tag) => ({ tag, data: {}, close: () => list.delete(tag) }) as unknown as Notification,
        )
    },
    [read.id, unread.id],
  )
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ tag }) => tag).toSorted()
    })
  assert.deepEqual(await shown(), [read.id, unread.id].toSorted())
  const answer = await fetch(`${product.url}/api/app/notifications/read`, {
    method: 'POST',
    headers: {
      cookie: product.cookies.agent,
      'content-type': 'application/json',
      origin: product.url,
    },
    body: JSON.stringify({ conversation_id: read.id }),
  })
  assert.ok(answer.ok, await answer.text())
  await waitFor(async () => (await shown()).length === 1, { what: 'the closed notification' })
  assert.deepEqual(await shown(), [unread.id])
})

test('rules are shown as chosen at once, and none of two quick choices is lost', async () => {
  const { page } = await product.open('/settings/notifications', { as: 'agent' })
  const box = (name: RegExp) => page.getByRole('checkbox', { name }).first()
  const click = (element: HTMLElement) => {
    const input = element as HTMLInputElement
    input.click()
    return input.checked
  }
  const [mine, mentions] = [box(/^Conversations and tickets assigned/), box(/^Notes and comments/)]
  await mine.waitFor()
  const before = [await mine.isChecked(), await mentions.isChecked()]
  const toggle = async (chosen: boolean[]) => {
    assert.equal(await mine.evaluate(click), chosen[0])
    assert.equal(await mentions.evaluate(click), chosen[1])
    await waitFor(async () => {
      const answer = await fetch(`${product.url}/api/app/notification-settings`, {
        headers: { cookie: product.cookies.agent },
      })
      const { rules } = (await answer.json()) as { rules: string[] }
      return rules.includes('mine') === chosen[0] && rules.includes('mentions') === chosen[1]
    })
  }
  await toggle(before.map((isOn) => !isOn))
  await toggle(before)
})

test('a notification about many conversations is read when its page is opened, and closed only then', async () => {
  const { page } = await product.open('/tickets', { as: 'agent' })
  await bell(page).waitFor()
  for (const phone of ['919833100006', '919833100007'])
    await product.customerWrites(phone, 'Asha Rao', 'Hello')
  const ids = [(await chatOf('919833100006')).id, (await chatOf('919833100007')).id]
  const members = await product.api('GET /api/v1/members')
  const agent = members.body.data.find((each: Member) => each.role === 'agent')
  const body = { action: 'assign', assignee_id: agent.id, ids }
  assert.equal((await product.api('POST /api/v1/chats/bulk-actions', { body })).status < 300, true)
  await visit(page, '/notifications')
  const row = page.getByRole('listitem').filter({ hasText: '2 conversations' })
  await row.getByRole('img', { name: 'Unread', exact: true }).waitFor()
  const isRead = page.waitForResponse(/\/notifications\/read$/)
  await row.getByRole('link').click()
  await page.waitForURL(/\/inbox\?view=mine/)
  await isRead
  await page.goBack()
  await row.getByRole('img', { name: 'Read', exact: true }).waitFor()
})

test('a member chooses rules and quiet hours, and sees their devices', async () => {
  const { page, problems } = await product.open('/settings/notifications')
  const everything = page.getByRole('checkbox', { name: /All new messages/ })
  await everything.check()
  await page.getByText('Saved').first().waitFor()
  await page.getByRole('switch', { name: 'Use quiet hours' }).check()
  const form = page.getByRole('form', { name: 'Quiet hours' })
  await form.getByLabel('From').fill('21:30')
  await form.getByRole('button', { name: 'Save' }).click()
  await waitFor(async () => {
    const answer = await fetch(`${product.url}/api/app/notification-settings`, {
      headers: { cookie: product.cookies.admin },
    })
    const saved = (await answer.json()) as any
    return saved.quiet_hours?.from === '21:30' && saved.rules.includes('everything')
  })
  const devices = page.getByRole('region', { name: 'Devices' })
  // A browser without a screen may block notifications.
  await devices
    .getByRole('button', { name: 'Turn on in this browser' })
    .or(devices.getByRole('alert'))
    .waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})
