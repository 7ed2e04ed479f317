import type { PushDevice } from '#notifications/devices/schema.ts'
import { api } from './api.ts'
import type { Wire } from './wire.ts'

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

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return undefined
  return navigator.serviceWorker.getRegistration('/')
}
