import type { PlatformWebhook, WebhookSettings } from '../platform-webhook.ts'
import { isHubSignatureValid } from './hub-signature.ts'
import { readChallenge } from './read-challenge.ts'
import { isPayloadOf, readParts } from './read-parts.ts'
import type { ReadAccounts } from './read-parts.ts'
import { splitPayload } from './split-payload.ts'

/** The differences between the webhooks of Meta's platforms; `object` is the type of object that a payload is about. */
type Options = Pick<PlatformWebhook, 'names' | 'readPart'> & {
  object: string
  readAccounts: ReadAccounts
}

/** Creates the webhook of one of Meta's platforms. All share one app, so one secret and one verify token. */
export function createWebhook({
  names,
  object,
  readAccounts,
  readPart,
}: Options): PlatformWebhook & Required<Pick<PlatformWebhook, 'answerHandshake'>> {
  return {
    names,
    signatureHeader: 'X-Hub-Signature-256',
    findMissingSettings,
    verify: ({ headers, body }, { whatsapp: { appSecret } }) =>
      isHubSignatureValid(headers['x-hub-signature-256'], body, [appSecret ?? '']),
    answerHandshake: (query, { whatsapp: { verifyToken } }) =>
      readChallenge(query, verifyToken ?? ''),
    parse: (body): unknown => JSON.parse(body.toString('utf8')),
    isOwnPayload: (payload) => isPayloadOf(payload, object),
    readParts: (payload) => readParts(payload, readAccounts),
    splitPayload,
    readPart,
  }
}

function findMissingSettings({ whatsapp: { appSecret, verifyToken } }: WebhookSettings) {
  return {
    signature: appSecret
      ? undefined
      : {
          variable: 'WHATSAPP_APP_SECRET',
          code: 'app_secret_missing',
          message:
            'WHATSAPP_APP_SECRET is not set on this server, so the signatures of inbound payloads cannot be verified.',
        },
    handshake: verifyToken
      ? undefined
      : {
          variable: 'WHATSAPP_VERIFY_TOKEN',
          code: 'verify_token_missing',
          message:
            'WHATSAPP_VERIFY_TOKEN is not set on this server, so the platform cannot verify the callback URL.',
        },
  }
}
