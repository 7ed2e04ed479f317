import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'
import type { BrowserContext, Page } from 'playwright-core'
import { openTempDir } from '../processes.ts'
import { startPushService } from '../push-service.ts'
import { waitFor } from '../wait-for.ts'
import { fontVariables } from './fonts.ts'
import { startWebProduct } from './product.ts'

const require = createRequire(import.meta.url)
const { findFullBrowser } = require('../../scripts/browser.cjs') as {
  findFullBrowser: () => string | undefined
}
const executablePath = findFullBrowser()
const skip = executablePath
  ? false
  : 'This machine has only a Chromium that shows no notifications.'

/** The worker of the app as the browser runs it. */
type Worker = {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<unknown[]>
  }
  clicked?: Notification
  dispatchEvent: (event: Event) => boolean
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/** Opens a Chromium that shows notifications, with a profile on disk and the permission. */
async function openFullBrowser(url: string, cookie: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(await openTempDir(), {
    executablePath: executablePath!,
    env: { ...process.env, ...fontVariables() },
    ignoreDefaultArgs: ['--headless', '--headless=old', '--disable-notifications'],
    args: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  after(() => context.close())
  await context.grantPermissions(['notifications'], { origin: url })
  const [name, ...value] = cookie.split('=')
  await context.addCookies([{ name: name!, value: value.join('='), url }])
  return context
}

/**
 * Replaces the subscription with the browser vendor's push service, which a test cannot reach. A former subscription with
 * another key is in the way, as after a restored backup.
 */
async function plantSubscription(page: Page, subscription: object): Promise<void> {
  await page.addInitScript((json) => {
    const former = { unsubscribe: async () => Boolean((current = undefined)) }
    let current: unknown = former
    PushManager.prototype.getSubscription = async () => current as PushSubscription
    PushManager.prototype.subscribe = async () => {
      if (current === former) throw new DOMException('Another key', 'InvalidStateError')
      current = { toJSON: () => json }
      return current as PushSubscription
    }
  }, subscription)
}

test(
  'a browser that turned on push shows it with every tab closed, and its click opens the conversation',
  { skip },
  async () => {
    const product = await startWebProduct()
    const service = await startPushService()
    after(() => service.close())
    const device = service.subscribe()
    const context = await openFullBrowser(product.url, product.cookies.agent)
    const page = context.pages()[0] ?? (await context.newPage())
    await plantSubscription(page, device.subscription)
    await page.goto(`${product.url}/settings/notifications`)
    const devices = page.getByRole('region', { name: 'Devices' })
    await devices.getByRole('button', { name: 'Turn on in this browser' }).click()
    await waitFor(async () => {
      const answer = await fetch(`${product.url}/api/app/push-devices`, {
        headers: { cookie: product.cookies.agent },
      })
      return ((await answer.json()) as { data: unknown[] }).data.length === 1
    })

    const cdp = await context.newCDPSession(page)
    const registrations: { registrationId: string; scopeURL: string }[] = []
    cdp.on('ServiceWorker.workerRegistrationUpdated', (event) =>
      registrations.push(...event.registrations),
    )
    await cdp.send('ServiceWorker.enable')
    const { registrationId } = await waitFor(() =>
      registrations.find(({ scopeURL }) => scopeURL === `${product.url}/`),
    )
    const worker = await waitFor(() => context.serviceWorkers()[0], { what: 'the service worker' })
    await page.goto('about:blank')
    // The worker may know the page for a moment after it was left, and a push is not shown beside a visible page.
    await waitFor(() =>
      worker.evaluate(
        async () =>
          (
            await (globalThis as unknown as Worker).clients.matchAll({
              type: 'window',
              includeUncontrolled: true,
            })
          ).length === 0,
      ),
    )
    await product.customerWrites('919833200001', 'Meera Nair', 'Where is my order?')
    const { payload } = await waitFor(() => device.received[0], { what: 'the push' })
    for (let time = 0; time < 2; time++)
      await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: product.url,
        registrationId,
        data: JSON.stringify(payload),
      })
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as Worker
        const list = await registration.getNotifications()
        return list.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await waitFor(async () => (await shown()).length > 0, { what: 'the notification' })
    assert.deepEqual(await shown(), [
      { title: 'Meera Nair', body: 'New message', tag: payload.tag },
    ])

    await page.goto(`${product.url}/tickets`)
    // A person's click cannot be sent without a screen, so the worker receives its event. The app listens once it has
    // settled.
    await waitFor(async () => {
      await worker.evaluate(async () => {
        const self = globalThis as unknown as Worker
        self.clicked ??= (await self.registration.getNotifications())[0]!
        self.dispatchEvent(
          new self.NotificationEvent('notificationclick', { notification: self.clicked }),
        )
      })
      return page.url().includes(payload.url)
    })
    assert.deepEqual(await shown(), [])
  },
)
