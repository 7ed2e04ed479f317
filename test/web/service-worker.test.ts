import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createContext, Script } from 'node:vm'

const source = readFileSync(new URL('../../web/public/sw.js', import.meta.url), 'utf8')

/** A subscription of the browser. */
const subscriptionOf = (name: string) => ({
  options: { applicationServerKey: `key of ${name}` },
  toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: name, auth: name } }),
})

/** Runs the service worker with the browser's objects that it uses. `tabs` are the open tabs of the app. */
function startWorker(userAgent = 'Chrome/140') {
  const requests: { url: string; body: any }[] = []
  const subscribed: any[] = []
  const listeners = new Map<string, (event: any) => void>()
  const stored: string[] = []
  const tabs: any[] = []
  const shown: { title: string; options: any }[] = []
  const opened: string[] = []
  const cache = {
    match: async (key: string) => (stored.includes(key) ? {} : undefined),
    put: async (key: string) => void stored.push(key),
    keys: async () => [...stored],
    delete: async (key: string) => void stored.splice(stored.indexOf(key), 1),
  }
  const self = {
    addEventListener: (type: string, run: (event: any) => void) => listeners.set(type, run),
    navigator: {},
    skipWaiting: () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => tabs,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      pushManager: {
        subscribe: async (options: any) => {
          subscribed.push(options.applicationServerKey)
          return subscriptionOf('again')
        },
      },
      showNotification: async (title: string, options: any) => void shown.push({ title, options }),
    },
  }
  const locks = { request: (_name: string, run: () => Promise<boolean>) => run() }
  new Script(source).runInContext(
    createContext({
      self,
      caches: { open: async () => cache },
      navigator: { userAgent, locks },
      Response,
      fetch: async (url: string, { body }: { body: string }) =>
        void requests.push({ url, body: JSON.parse(body) }),
    }),
  )
  async function dispatch(type: string, event: object): Promise<void> {
    const waits: Promise<unknown>[] = []
    listeners.get(type)!({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) })
    await Promise.all(waits)
  }
  const push = (id: string) =>
    dispatch('push', {
      data: { json: () => ({ id, title: 'Leela', body: 'New', tag: 'chat', url: '/inbox/chat' }) },
    })
  const click = () =>
    dispatch('notificationclick', {
      notification: { close: () => undefined, data: { url: '/inbox/chat' } },
    })
  const change = (event: object) => dispatch('pushsubscriptionchange', event)
  return { listeners, stored, tabs, shown, opened, requests, subscribed, push, click, change }
}

test('a push is shown once, however often it is sent', async () => {
  const worker = startWorker()
  for (const id of ['one', 'two', 'one', 'two']) await worker.push(id)
  assert.equal(worker.shown.length, 2)
  assert.deepEqual(
    worker.shown.map(({ options }) => [options.tag, options.data.url]),
    [
      ['chat', '/inbox/chat'],
      ['chat', '/inbox/chat'],
    ],
  )
  for (let index = 0; index < 310; index++) await worker.push(`push ${index}`)
  assert.equal(worker.stored.length, 300)
})

test('a visible app shows notifications itself, except in Safari, which demands one for each push', async () => {
  const tab = { visibilityState: 'visible' }
  const chrome = startWorker()
  const safari = startWorker('Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15')
  for (const worker of [chrome, safari]) {
    worker.tabs.push(tab)
    await worker.push('one')
  }
  assert.deepEqual([chrome.shown.length, safari.shown.length], [0, 1])
})

test('a click opens the conversation in an open tab, or in a new one', async () => {
  const worker = startWorker()
  await worker.click()
  assert.deepEqual(worker.opened, ['/inbox/chat'])
  const messages: unknown[] = []
  worker.tabs.push({
    visibilityState: 'hidden',
    focus: async () => undefined,
    postMessage: (message: unknown) => messages.push({ ...(message as object) }),
  })
  await worker.click()
  assert.equal(worker.opened.length, 1)
  assert.deepEqual(messages, [{ type: 'open', url: '/inbox/chat' }])
})

test('it answers no request, so it serves nothing that is stale', () => {
  assert.equal(startWorker().listeners.has('fetch'), false)
})

test('a subscription that the browser replaced is registered, and one that ended is made again', async () => {
  const worker = startWorker()
  await worker.change({
    oldSubscription: subscriptionOf('old'),
    newSubscription: subscriptionOf('new'),
  })
  await worker.change({ oldSubscription: subscriptionOf('old'), newSubscription: null })
  await worker.change({ oldSubscription: null, newSubscription: null })
  assert.deepEqual(
    worker.requests,
    ['new', 'again'].map((name) => ({
      url: '/api/app/push-devices',
      body: { endpoint: `https://push.example/${name}`, keys: { p256dh: name, auth: name } },
    })),
  )
  assert.deepEqual(worker.subscribed, ['key of old'])
})

test('a click opens the page also in a tab that the browser does not focus', async () => {
  const worker = startWorker()
  const messages: string[] = []
  worker.tabs.push({
    visibilityState: 'hidden',
    focus: () => Promise.reject(new Error('not allowed')),
    postMessage: ({ url }: { url: string }) => messages.push(url),
  })
  await worker.click()
  assert.deepEqual(messages, ['/inbox/chat'])
})
