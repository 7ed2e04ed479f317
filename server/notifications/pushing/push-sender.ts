import type { Context } from '#db/context.ts'
import { parseRetryAfter } from '#lib/outgoing/next-attempt-delay-ms.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import type { Subscription } from '../devices/encrypt-subscription.ts'
import { getVapidKeys } from '../devices/vapid-keys.ts'
import type { VapidKeys } from '../devices/vapid-keys.ts'

/**
 * The outcome of a push. `gone`: the browser is no longer subscribed. `refused`: this push is never accepted.
 * `failed`: the push service may accept it later.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'refused'; error: string }
  | { kind: 'failed'; error: string; retryAfterMs: number | undefined }

/** One push. `topic` lets a push service replace a repetition that it has not delivered yet (RFC 8030 §5.4). */
type Push = { subscription: Subscription; payload: string; topic: string; ttlSeconds: number }

/** Sends pushes. It never throws because of the push service. */
export type PushSender = (push: Push) => Promise<PushOutcome>

const TIMEOUT_MS = 10_000
/** A signature is used for this long; push services accept up to 24 hours (RFC 8292 §2). */
const SIGNATURE_MS = 6 * 3_600_000
const AUDIENCES_MAX = 100

/**
 * Creates a sender of web push. Payloads are encrypted for the browser (RFC 8291), so the push service cannot read
 * them. The endpoints come from browsers: requests go through `fetch`, which reaches no private address.
 */
export function createPushSender(
  context: Pick<Context, 'directory' | 'config' | 'clock'>,
  fetch: SafeFetch['fetch'],
): PushSender {
  let keys: Promise<VapidKeys> | undefined
  const signatures = new Map<string, { authorization: string; until: number }>()

  async function sign(endpoint: string): Promise<string> {
    const { origin } = new URL(endpoint)
    const now = context.clock.now().getTime()
    const known = signatures.get(origin)
    if (known && known.until > now) return known.authorization
    keys ??= getVapidKeys(context)
    const { publicKey, privateKey } = await keys.catch((err: unknown) => {
      keys = undefined
      throw err
    })
    const { default: webpush } = await import('web-push')
    const expiration = Math.floor((now + 2 * SIGNATURE_MS) / 1000)
    const { Authorization: authorization } = webpush.getVapidHeaders(
      origin,
      subjectOf(context.config),
      publicKey,
      privateKey,
      'aes128gcm',
      expiration,
    )
    if (signatures.size >= AUDIENCES_MAX) signatures.clear()
    signatures.set(origin, { authorization, until: now + SIGNATURE_MS })
    return authorization
  }

  return async ({ subscription, payload, topic, ttlSeconds }) => {
    const { endpoint, keys: theirs } = subscription
    const { default: webpush } = await import('web-push')
    let body: Buffer
    try {
      body = webpush.encrypt(theirs.p256dh, theirs.auth, payload, 'aes128gcm').cipherText
    } catch {
      return { kind: 'gone' }
    }
    const response = await fetch({
      url: endpoint,
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: 1024,
      headers: {
        authorization: await sign(endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        topic,
        urgency: 'high',
      },
      body,
    })
    if (!response.ok) return { kind: 'failed', error: response.error, retryAfterMs: undefined }
    const { status, headers } = response
    if (status >= 200 && status < 300) return { kind: 'sent' }
    // Source: RFC 8030 §7.3 and §5: the subscription does not exist any more.
    if (status === 404 || status === 410) return { kind: 'gone' }
    const error = `http_${status}`
    if (status === 429 || status >= 500) {
      const now = context.clock.now().getTime()
      const retryAfterMs = parseRetryAfter(headers['retry-after'], now, headers['date'])
      return { kind: 'failed', error, retryAfterMs }
    }
    return { kind: 'refused', error }
  }
}

/** Returns the contact of this installation for push services: its address, or that of its mails. */
function subjectOf({ publicUrl, mail }: Context['config']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${mail.from?.address ?? 'parley@example.com'}`
}
