import { finished } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { readIdempotencyKey } from '#http/read-idempotency.ts'
import { AppError } from '#lib/errors.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { findDecoder, FORM_CAPS } from './form-caps.ts'
import { networkOf } from '#lib/network-of.ts'
import { toCleanName } from '#lib/to-safe-filename.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { acceptSubmission } from './accept-submission.ts'
import type { AcceptedSubmission } from './accept-submission.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart } from './submission.ts'
import { THANK_YOU_PAGE } from './thank-you-page.ts'
import { sendText } from '#http/send-text.ts'

const BODY_BYTES_MAX = 512 * 1024
const FILE_BYTES_MAX = 4 * 1024 * 1024
const FILES_MAX = 10
/**
 * The rate limits per network, because form providers post for many visitors from few addresses, and per form. `leads` is for those of
 * lists, per network, so that one network cannot use up the limit of a form by few requests.
 */
export const FORM_LIMITS = {
  network: { ratePerSecond: 20, burst: 100 },
  leads: { ratePerSecond: 10, burst: 400 },
  form: { ratePerSecond: 50, burst: 500 },
} as const
/** The characters of the fields of a multipart form that are kept. */
const FIELDS_CHARACTERS_MAX = 512 * 1024

const config = { permission: { open: 'the token of the form authorizes visitors' } } as const
const TokenParams = Type.Object({ token: Type.String() })

/** Adds the routes to which web forms and form providers post, also from browsers of any origin. */
export function addFormRoutes(app: App, context: Context): void {
  const buckets = createSharedBuckets(context, 'forms')

  function limit(
    key: string,
    rate: (typeof FORM_LIMITS)[keyof typeof FORM_LIMITS],
    where: string,
  ): void {
    requireAllowed(
      buckets.take(key, rate),
      `Too many forms were submitted ${where}. Wait a moment and try again.`,
    )
  }

  app.register(async (forms: App) => {
    forms.removeAllContentTypeParsers()
    await forms.register(multipart, {
      // Bytes: `readText` finds out what they are.
      defCharset: 'latin1',
      limits: {
        fields: FORM_CAPS.fieldsMax,
        fieldNameSize: FORM_CAPS.keyCharactersMax,
        fieldSize: FORM_CAPS.valueCharactersMax,
        files: FILES_MAX,
        fileSize: FILE_BYTES_MAX,
        parts: FORM_CAPS.fieldsMax + FILES_MAX,
      },
      throwFileSizeLimit: true,
    })
    forms.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )
    forms.addHook('onRequest', async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      if (request.method !== 'POST') return
      limit(`network ${networkOf(request.ip)}`, FORM_LIMITS.network, 'from this network')
    })

    const post = async (request: FastifyRequest, reply: FastifyReply, token?: string) => {
      refuseDelivery(request)
      const header = request.headers['x-form-token']
      const { contentType, body } = await readBody(request)
      const limitForm = (formId: string) =>
        limit(`form ${formId}`, FORM_LIMITS.form, 'to this form')
      const accepted = await acceptSubmission(context, {
        token: token ?? (typeof header === 'string' && header !== '' ? header : undefined),
        contentType,
        body,
        headers: request.headers,
        path: request.url,
        idempotencyKey: readIdempotencyKey(request),
        limitForm,
        limitLead(formId) {
          limit(`leads ${networkOf(request.ip)}`, FORM_LIMITS.leads, 'from this network')
          limitForm(formId)
        },
      })
      return answer(request, reply, accepted)
    }
    forms.post('/webhook/form', { config, bodyLimit: BODY_BYTES_MAX }, async (request, reply) =>
      post(request, reply),
    )
    forms.post(
      '/webhook/form/:token',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: TokenParams } },
      async (request, reply) => post(request, reply, request.params.token),
    )
    for (const path of ['/webhook/form', '/webhook/form/:token'])
      forms.options(path, { config }, async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', 'content-type, x-form-token, idempotency-key')
          .header('access-control-max-age', '86400')
          .send(),
      )
  })
}

/**
 * Refuses a delivery of a webhook: its lead would be an event, whose delivery would arrive here again.
 *
 * @throws {AppError} webhook_loop
 */
function refuseDelivery(request: FastifyRequest): void {
  if (request.headers['x-service-delivery'] === undefined) return
  throw new AppError(
    'webhook_loop',
    'This is a Parley webhook delivery. Forms reject deliveries, because each one would create a lead and each lead another delivery. Set a different URL for the webhook endpoint.',
  )
}

/** Returns the body to store: its raw bytes, or for a multipart form its fields and the names of its files. */
async function readBody(
  request: FastifyRequest,
): Promise<{ contentType: string | undefined; body: Buffer }> {
  if (!request.isMultipart()) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return { contentType: request.headers['content-type'], body }
  }
  const stored: StoredMultipart = { fields: [], files: [] }
  let characters = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const field: [string, string] = [part.fieldname, readText(part)]
        characters += field[0].length + field[1].length
        if (characters > FIELDS_CHARACTERS_MAX) {
          stored.isCut = true
          break
        }
        if (part.valueTruncated || part.fieldnameTruncated) stored.isCut = true
        stored.fields.push(field)
        continue
      }
      // Files are skipped: only their names are stored.
      await finished(part.file.resume())
      if (part.file.truncated) throw tooLarge()
      if (part.filename) stored.files.push(toCleanName(part.filename).slice(-255))
    }
  } catch (err) {
    if (err instanceof AppError) throw err
    const { code } = err as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (!code?.startsWith('FST_') || !code.endsWith('_LIMIT'))
      throw new AppError(
        'bad_request',
        'The multipart body could not be read. Check that it is complete and matches its boundary.',
      )
    // The first fields are a lead without the others.
    stored.isCut = true
  }
  // The parser would otherwise go on with the parts that are left out.
  if (stored.isCut) request.raw.unpipe().resume()
  return { contentType: MULTIPART, body: Buffer.from(JSON.stringify(stored)) }
}

/** Returns the text of a field. A part that names its encoding is a text already, one that names the type of JSON is a value. */
function readText({ value, valueTruncated: isCut }: MultipartValue): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (/[^\0-\xff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  // The cut can be within a character.
  const end = isCut ? bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80) : bytes.length
  return findDecoder('', [bytes.subarray(0, end)]).decode(bytes.subarray(0, end))
}

function tooLarge(): AppError {
  return new AppError('body_too_large', 'The form is too large.')
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, repeated, redirectUrl }: AcceptedSubmission,
): FastifyReply {
  if (repeated) reply.header('idempotent-replayed', 'true')
  if (!prefersHtml(request.headers.accept)) return reply.code(202).send({ accepted: true, id })
  if (redirectUrl) return reply.redirect(redirectUrl, 303)
  reply.code(202).header('x-content-type-options', 'nosniff')
  return sendText(reply, 'text/html; charset=utf-8', THANK_YOU_PAGE)
}

/** Returns whether a browser navigates: its Accept header names HTML before any JSON. */
function prefersHtml(accept: string | undefined): boolean {
  const html = accept?.indexOf('text/html') ?? -1
  const json = accept?.indexOf('application/json') ?? -1
  return html !== -1 && (json === -1 || html < json)
}
