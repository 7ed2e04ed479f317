import { createHash } from 'node:crypto'
import type { Context } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

/** The address and the keys of a browser that receives web push. Source: W3C Push API, PushSubscription. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Encrypts a subscription and binds it to the row of its device. */
export function encryptSubscription(
  { config }: Pick<Context, 'config'>,
  deviceId: string,
  subscription: Subscription,
): Buffer {
  const ring = keyRingOf(config, 'encrypt push subscriptions')
  return encrypt(ring, JSON.stringify(subscription), `push_subscription:${deviceId}`)
}

/** Decrypts a subscription that `encryptSubscription` encrypted. @throws {UnreadableSecretError} */
export function decryptSubscription(
  { config }: Pick<Context, 'config'>,
  deviceId: string,
  stored: Buffer,
): Subscription {
  const ring = keyRingOf(config, 'encrypt push subscriptions')
  return JSON.parse(decrypt(ring, stored, `push_subscription:${deviceId}`))
}

/** Returns a digest of an endpoint, by which the device of a browser is found. */
export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}
