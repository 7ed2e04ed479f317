// The service worker of the web app. It only shows pushes and opens what they are about. It has no fetch handler and
// caches no page, script or data, so nothing that it serves can be stale.

/** Ids of pushes that were shown, so that a push that is sent twice is shown once. */
const SHOWN = 'parley-shown-pushes'
const SHOWN_MAX = 300

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(receive(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url ?? '/'))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event))
})

async function receive(push) {
  const isNew = await navigator.locks.request(SHOWN, () => remember(push.id))
  if (!isNew) return
  const apps = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A visible app shows it itself. Safari withdraws the permission when a push shows nothing.
  const mustShow = !apps.some((app) => app.visibilityState === 'visible') || isSafari()
  if (!mustShow) return
  await self.registration.showNotification(push.title, {
    body: push.body,
    tag: push.tag,
    renotify: true,
    lang: push.lang,
    timestamp: push.at,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { url: push.url },
  })
  await self.navigator.setAppBadge?.().catch(() => undefined)
}

/** Stores the id of a push and returns whether it is new. */
async function remember(id) {
  const cache = await caches.open(SHOWN)
  const key = `/${id}`
  if (await cache.match(key)) return false
  await cache.put(key, new Response(''))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -SHOWN_MAX).map((each) => cache.delete(each)))
  return true
}

/** Opens a page of the app in a tab that is open, or else in a new one. */
async function open(url) {
  const apps = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const app = apps.find((each) => each.visibilityState === 'visible') ?? apps[0]
  if (!app) return void (await self.clients.openWindow(url))
  // A browser that does not let it focus the tab still opens the page there.
  await app.focus().catch(() => undefined)
  app.postMessage({ type: 'open', url })
}

/** Registers the new subscription when the browser replaced the former one. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (key &&
      (await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/app/push-devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

function isSafari() {
  return /^((?!chrome|android|firefox).)*safari/i.test(navigator.userAgent)
}
