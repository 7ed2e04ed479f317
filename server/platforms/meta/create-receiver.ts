import type { PlatformReceiver, WebhookSettings } from '../platform-receiver.ts'
import { isHubSignatureValid } from './is-hub-signature-valid.ts'
import { readChallenge } from './read-challenge.ts'

/** Creates the receiver of one of Meta's platforms. All share one app, so one secret and one verify token. */
export function createReceiver(
  otherNames: readonly string[] = [],
): PlatformReceiver & Required<Pick<PlatformReceiver, 'answerHandshake'>> {
  return {
    otherNames,
    signatureHeader: 'X-Hub-Signature-256',
    findMissingSettings,
    verify: ({ headers, body }, { whatsapp: { appSecret } }) =>
      isHubSignatureValid(headers['x-hub-signature-256'], body, [appSecret ?? '']),
    answerHandshake: (query, { whatsapp: { verifyToken } }) =>
      readChallenge(query, verifyToken ?? ''),
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
