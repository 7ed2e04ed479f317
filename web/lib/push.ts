import type { PushDevice } from '#notifications/devices/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from './api.ts'
import type { Notification as Entry } from './notifications.ts'
import type { Page, Wire } from './wire.ts'

/** A browser of the signed-in member that receives pushes. */
export type Device = Wire<PushDevice>

/** What this browser can do: `unsupported`, `denied` by its user, or `off` or `on`. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/**
 * Registers the service worker, which shows pushes and makes the app installable. The browser asks the server for a new
 * version each time.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** Returns whether this browser receives pushes, or could. */
export async function readPushState(): Promise<PushState> {
  await registerServiceWorker()
  const registration = await findRegistration()
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks for the permission, subscribes this browser and registers it. Returns whether the user allowed it. */
export async function turnOnPush(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await registration.pushManager
    .subscribe(options)
    .catch(async (err: unknown) => {
      // A subscription with the key of another installation, such as before a restored backup, is in the way.
      const former = await registration.pushManager.getSubscription()
      if (!former) throw err
      await former.unsubscribe()
      return registration.pushManager.subscribe(options)
    })
  const { endpoint, keys } = subscription.toJSON()
  await api.post('/api/app/push-devices', { endpoint, keys })
  return true
}

/** Ends the subscription of this browser. The server forgets it with its device. */
export async function turnOffPush(): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** Shows a notification of the system while no tab of the app is visible, unless this browser receives it as a push. */
export async function showWhileHidden(given: {
  title: string
  body: string
  tag: string
  url: string
}): Promise<void> {
  const registration = await findRegistration()
  if (!registration || Notification.permission !== 'granted') return
  if (await registration.pushManager.getSubscription()) return
  await registration.showNotification(given.title, {
    body: given.body,
    tag: given.tag,
    icon: '/icon-192.png',
    data: { url: given.url },
  })
}

/**
 * Closes the shown notifications of the system whose conversation or ticket has no unread notification any more, for
 * example because the member read it on another device. A push cannot do so: browsers require that each shows something.
 */
export async function closeReadNotifications(): Promise<void> {
  const registration = await findRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  if (shown.length === 0) return
  const { data } = await api.get<Page<Entry>>('/api/app/notifications', {
    unread: true,
    limit: PAGE_SIZE.max,
  })
  const unread = new Set<string | null | undefined>(
    data.flatMap(({ id, conversation_id: chatId, ticket }) => [id, chatId, ticket?.id]),
  )
  // A full page may leave out older ones that are unread.
  if (data.length === PAGE_SIZE.max) return
  for (const each of shown) {
    const { url } = (each.data ?? {}) as { url?: string }
    // A test of this device is about no conversation.
    if (url !== '/notifications' && !unread.has(each.tag)) each.close()
  }
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return undefined
  return navigator.serviceWorker.getRegistration('/')
}
