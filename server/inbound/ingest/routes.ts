import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { recordSignature } from '#http/limit-open-bodies.ts'
import { AppError } from '#lib/errors.ts'
import type { PlatformReceiver } from '#platforms/platform-receiver.ts'
import type { Platform } from '#platforms/platform.ts'
import { findPlatformByAddress } from '#platforms/registry/platforms.ts'
import { createPayloadAcceptor } from './create-payload-acceptor.ts'
import { sendText } from '#http/send-text.ts'

/** Maximum size of a payload: WhatsApp sends up to 3 MB. Source: Cloud API, "Webhooks: overview". */
const BODY_BYTES_MAX = 4 * 1024 * 1024
const LOG_PAUSE_MS = 10_000

const config = {
  permission: { open: 'platforms authenticate with a token or a signature' },
} as const
const PlatformParams = Type.Object({ platform: Type.String() })

/** Adds the webhooks of messaging platforms: the handshake, and payloads, which are stored before they are answered. */
export function addIngestRoutes(app: App, context: Context): void {
  const accept = createPayloadAcceptor(context)
  const warn = createWarner(context)

  app.register(async (ingest: App) => {
    // The signature covers the bytes as they arrived, whatever their content type.
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
        const { platform, receiver } = getReceiver(request.params.platform)
        const { handshake: missing } = receiver.findMissingSettings(context.config)
        if (missing)
          warn(`a handshake arrived, but ${missing.variable} is not set`, {
            platform: platform.type,
          })
        const challenge = receiver.answerHandshake?.(request.query, context.config)
        if (!challenge)
          throw new AppError(
            'verification_failed',
            'The verify token or the challenge is missing or incorrect.',
          )
        reply.header('x-content-type-options', 'nosniff')
        return sendText(reply, 'text/plain; charset=utf-8', challenge)
      },
    )
    ingest.post(
      '/webhook/:platform',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: PlatformParams } },
      async (request, reply) => {
        const { platform, receiver } = getReceiver(request.params.platform)
        const { signature: missing } = receiver.findMissingSettings(context.config)
        if (missing) {
          warn(`a payload arrived, but ${missing.variable} is not set`, { platform: platform.type })
          throw new AppError(
            'webhook_not_configured',
            `This server has no app secret to verify signatures with. Set ${missing.variable}.`,
          )
        }
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!receiver.verify({ headers: request.headers, body }, context.config)) {
          warn('a payload with an invalid signature was rejected', {
            platform: platform.type,
            address: request.ip,
          })
          throw new AppError(
            'invalid_signature',
            `${receiver.signatureHeader} does not match the body.`,
          )
        }
        recordSignature(request)
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

/** Returns the platform whose webhook has this address. @throws {AppError} platform_not_found */
function getReceiver(name: string): { platform: Platform; receiver: PlatformReceiver } {
  const platform = findPlatformByAddress(name)
  if (!platform?.receiver)
    throw new AppError('platform_not_found', 'There is no platform with this name.')
  return { platform, receiver: platform.receiver }
}

/** Creates a log for warnings that anyone may cause: each is written at most every ten seconds, with a count. */
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
