import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PlatformWebhook, WebhookSettings } from '../platform-webhook.ts'
import { toList, toRecord, toText } from '../storable.ts'
import { readEvent } from './read-event.ts'

/** Webhook of LINE: one payload holds the events of one account. Source: LINE Developers, "Receive messages". */
export const webhook: PlatformWebhook = {
  names: ['line_oa'],
  signatureHeader: 'X-Line-Signature',
  findMissingSettings: (settings) => ({
    signature:
      readSecrets(settings).length > 0
        ? undefined
        : {
            variable: 'LINE_OA_CHANNEL_SECRET',
            code: 'channel_secret_missing',
            message:
              'LINE_OA_CHANNEL_SECRET is not set on this server, so the signatures of inbound payloads cannot be verified.',
          },
  }),
  verify: ({ headers, body }, settings) =>
    isSignatureValid(headers['x-line-signature'], body, readSecrets(settings)),
  parse: (body): unknown => JSON.parse(body.toString('utf8')),
  isOwnPayload,
  readParts: (payload) =>
    listEvents(payload).map((value, entry) => ({
      entry,
      list: 'events',
      field: toText(value['type'], 200) ?? '',
      account: toText(toRecord(payload)['destination'], 100),
      businessAccount: undefined,
      time: value['timestamp'],
      value,
    })),
  splitPayload(payload, owners) {
    const events = listEvents(payload)
    return new Map(
      [...new Set(owners.flat())].map((owner) => {
        const own = events.filter((_event, index) => owners[index]!.includes(owner))
        return [owner, Buffer.from(JSON.stringify({ ...toRecord(payload), events: own }))]
      }),
    )
  },
  readPart: readEvent,
}

/**
 * Returns whether the header is the base64 of an HMAC-SHA256 of the raw bytes with one of the channel secrets. Never
 * throws and compares in constant time. Source: LINE Developers, "Verify webhook signature".
 */
export function isSignatureValid(
  header: unknown,
  rawBody: Buffer,
  secrets: readonly string[],
): boolean {
  if (typeof header !== 'string' || !/^[A-Za-z0-9+/]{43}=$/.test(header)) return false
  const signature = Buffer.from(header, 'base64')
  return secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(rawBody).digest(), signature),
  )
}

/** Returns the channel secrets: every account has one of its own. */
function readSecrets({ platformSettings }: WebhookSettings): string[] {
  const secrets = (platformSettings.LINE_OA_CHANNEL_SECRET ?? '').split(',')
  return secrets.map((secret) => secret.trim()).filter((secret) => secret !== '')
}

function isOwnPayload(payload: unknown): boolean {
  const { destination, events } = toRecord(payload)
  return typeof destination === 'string' && Array.isArray(events)
}

function listEvents(payload: unknown): Record<string, unknown>[] {
  return isOwnPayload(payload) ? toList(toRecord(payload)['events']).map(toRecord) : []
}
