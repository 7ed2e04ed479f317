import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { AppError } from '#lib/errors.ts'
import { isHubSignatureValid } from '#lib/hub-signature.ts'
import { createPayloadAcceptor } from './accept-payload.ts'
import type { Platform } from './read-parts.ts'
import { readChallenge } from './handshake.ts'

/** The largest payload; the platform sends up to 3 MB. Source: Cloud API, "Webhooks: overview". */
const BODY_BYTES_MAX = 4 * 1024 * 1024
const LOG_PAUSE_MS = 10_000

const platforms = new Map<string, Platform>([
  ['whatsapp', 'whatsapp'],
  ['platform', 'whatsapp'],
  ['messenger', 'messenger'],
  ['instagram', 'instagram'],
])

const config = { permission: { open: 'the platform proves itself by token or signature' } } as const
const PlatformParams = Type.Object({ platform: Type.String() })

/** The webhooks of messaging platforms: the handshake, and payloads, which are stored before they are answered. */
export function addIngestRoutes(app: App, context: Context): void {
  const accept = createPayloadAcceptor(context)
  const warn = createWarner(context)
  const { appSecret, verifyToken } = context.config.whatsapp

  app.register(async (ingest: App) => {
    // The signature covers the bytes as they came, whatever they call themselves.
    ingest.removeAllContentTypeParsers()
    ingest.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, body: Buffer) => body,
    )
    ingest.addHook('onRequest', async ({ headers }) => {
      if (!/^[\w.+-]+\/[\w.+-]+ *(;|$)/.test(headers['content-type'] ?? ''))
        headers['content-type'] = 'application/octet-stream'
    })

    ingest.get(
      '/webhook/:platform',
      { config, schema: { params: PlatformParams } },
      async (request, reply) => {
        const platform = toPlatform(request.params.platform)
        if (!verifyToken)
          warn('a handshake came, but WHATSAPP_VERIFY_TOKEN is not set', { platform })
        const challenge = verifyToken && readChallenge(request.query, verifyToken)
        if (!challenge)
          throw new AppError(
            'verification_failed',
            'The verify token or the challenge is missing or incorrect.',
          )
        return reply
          .header('x-content-type-options', 'nosniff')
          .type('text/plain; charset=utf-8')
          .serializer((body: unknown) => body as string)
          .send(challenge)
      },
    )
    ingest.post(
      '/webhook/:platform',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: PlatformParams } },
      async (request, reply) => {
        const platform = toPlatform(request.params.platform)
        if (!appSecret) {
          warn('a payload came, but WHATSAPP_APP_SECRET is not set', { platform })
          throw new AppError(
            'webhook_not_configured',
            'This server has no app secret to verify signatures with. Set WHATSAPP_APP_SECRET.',
          )
        }
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!isHubSignatureValid(request.headers['x-hub-signature-256'], body, [appSecret])) {
          warn('a payload with a bad signature was refused', { platform, address: request.ip })
          throw new AppError('invalid_signature', 'X-Hub-Signature-256 does not match the body.')
        }
        await accept({
          platform,
          body,
          contentType: request.headers['content-type']?.slice(0, 200),
        })
        return reply.code(200).send()
      },
    )
  })
}

function toPlatform(name: string): Platform {
  const platform = platforms.get(name)
  if (!platform) throw new AppError('platform_not_found', 'There is no platform with this name.')
  return platform
}

/** Warnings that anyone may cause: each is written once in a while, with how often it came since. */
function createWarner(context: Context): (message: string, details: object) => void {
  const seen = new Map<string, { writtenAt: number; held: number }>()
  return (message, details) => {
    const now = context.clock.now().getTime()
    const last = seen.get(message)
    if (last && now - last.writtenAt < LOG_PAUSE_MS) {
      last.held++
      return
    }
    seen.set(message, { writtenAt: now, held: 0 })
    context.log.warn({ ...details, ...(last?.held && { held_back: last.held }) }, message)
  }
}
