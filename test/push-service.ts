import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import type { ECDH } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { startReceiver } from './receiver.ts'
import type { CaughtRequest } from './receiver.ts'

/** A push that the service accepted, decrypted with the keys of its subscriber. */
type ReceivedPush = {
  payload: { id: string; title: string; body: string; tag: string; url: string; lang: string }
  headers: CaughtRequest['headers']
  at: Date
}

/** A browser that is subscribed to the service. `received` are its pushes in order. */
export type TestSubscriber = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
}

/** A real push service on loopback (RFC 8030) with its subscribers, who decrypt what they receive (RFC 8291). */
type TestPushService = {
  origin: string
  subscribe: () => TestSubscriber
  /** Answers the next requests with `status` instead, until it is undefined. */
  failWith: (status: number | undefined, headers?: Record<string, string>) => void
  /** The number of requests, with those that were not accepted. */
  readonly requests: number
  close: () => Promise<void>
}

/** Returns keys of a browser that nobody decrypts for. */
export function testPushKeys(): TestSubscriber['subscription']['keys'] {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** Starts a push service on a free port. It refuses requests that are not signed as RFC 8292 demands. */
export async function startPushService(): Promise<TestPushService> {
  const subscribers = new Map<string, { subscriber: TestSubscriber; ecdh: ECDH; auth: Buffer }>()
  let failure: { status: number; headers: Record<string, string> } | undefined
  let requests = 0
  const receiver = await startReceiver(answer)

  function answer(request: CaughtRequest, response: ServerResponse): void {
    requests++
    receiver.requests.length = 0
    const found = subscribers.get(request.path)
    if (failure) return void response.writeHead(failure.status, failure.headers).end()
    if (!found) return void response.writeHead(410).end()
    if (!isSigned(request, receiver.url)) return void response.writeHead(403).end()
    const payload = JSON.parse(decrypt(request.body, found.ecdh, found.auth).toString())
    found.subscriber.received.push({ payload, headers: request.headers, at: request.at })
    response.writeHead(201).end()
  }

  return {
    origin: receiver.url,
    subscribe() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const subscriber: TestSubscriber = {
        subscription: {
          endpoint: `${receiver.url}${path}`,
          keys: {
            p256dh: ecdh.getPublicKey('base64url'),
            auth: auth.toString('base64url'),
          },
        },
        received: [],
      }
      subscribers.set(path, { subscriber, ecdh, auth })
      return subscriber
    },
    failWith(status, headers = {}) {
      failure = status === undefined ? undefined : { status, headers }
    },
    get requests() {
      return requests
    },
    close: () => receiver.close(),
  }
}

/** Returns whether a request carries a valid VAPID signature for this origin. Source: RFC 8292 §3. */
function isSigned({ headers }: CaughtRequest, origin: string): boolean {
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y! },
    format: 'jwk',
  })
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const hours = (exp - Date.now() / 1000) / 3600
  return (
    aud === origin &&
    hours > 0 &&
    hours <= 24 &&
    /^(mailto:|https:)/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}

/** Decrypts the body of a push with `aes128gcm`. Source: RFC 8188 §2.1, RFC 8291 §3.4. */
function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const theirs = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const shared = ecdh.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2 and zeros.
  const end = padded.lastIndexOf(2)
  assert.ok(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0))
  return padded.subarray(0, end)
}
