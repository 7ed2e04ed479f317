import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import type { App } from '#http/app.ts'
import { sendText } from '#http/send-text.ts'
import { networkOf } from '#lib/network-of.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { readRatingLink } from '../rating-link.ts'
import { answerByLink } from './answer-by-link.ts'
import { openRating } from './open-rating.ts'
import type { OpenRating } from './open-rating.ts'
import { pageTextsIn } from './page-texts.ts'
import { writeForm, writePage } from './write-page.ts'

const BODY_BYTES_MAX = 16 * 1024
/** The rate limits of a network, which an office shares, and of the answers of one link. */
const RATING_LIMITS = {
  network: { ratePerSecond: 5, burst: 60 },
  link: { ratePerSecond: 0.1, burst: 10 },
} as const
const TOO_MANY = 'Too many requests. Wait a moment and try again.'

const config = { permission: { open: 'the link is signed, and is for one question' } } as const
const Params = Type.Object({ token: Type.String() })
const STATUS = { open: 200, expired: 410, settled: 409 } as const

type Link = { workspaceId: string; requestId: string }

/** Adds the page on which a customer answers a question by a link. Opening it records nothing: scanners of mails open links, too. */
export function addRatingPage(app: App, context: Context): void {
  const buckets = createSharedBuckets(context, 'ratings')

  app.register(async (pages: App) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    pages.addHook('onRequest', async (request, reply) => {
      requireAllowed(
        buckets.take(`network ${networkOf(request.ip)}`, RATING_LIMITS.network),
        TOO_MANY,
      )
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        )
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
    })

    pages.get(
      '/rate/:token',
      { config, schema: { params: Params, hide: true } },
      async (request, reply) => {
        const link = readRatingLink(context, request.params.token)
        const rating = link && (await open(link))
        if (!rating) return sendUnknown(request, reply)
        return sendRating(reply, rating)
      },
    )

    pages.post(
      '/rate/:token',
      { config, bodyLimit: BODY_BYTES_MAX, schema: { params: Params, hide: true } },
      async (request, reply) => {
        const link = readRatingLink(context, request.params.token)
        const before = link && (await open(link))
        if (!link || !before) return sendUnknown(request, reply)
        requireAllowed(buckets.take(`link ${link.requestId}`, RATING_LIMITS.link), TOO_MANY)
        const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const rating = Number(body.get('rating'))
        const comment = body.get('comment') ?? ''
        if (!before.form.choices.some((each) => each.rating === rating))
          return sendMissing(reply, before, comment)
        const scope = await systemScopeOn(context, link.workspaceId)
        const result = await answerByLink(scope, link.requestId, { rating, comment })
        const after = await open(link)
        if (!after || result === 'unknown') return sendUnknown(request, reply)
        return sendRating(reply, after, result === 'recorded' || result === 'unchanged')
      },
    )
  })

  async function open({ workspaceId, requestId }: Link): Promise<OpenRating | undefined> {
    return openRating(await systemScopeOn(context, workspaceId), requestId)
  }
}

/** Sends the form, or why the question can no longer be answered. `isThanked`: the answer was just recorded. */
function sendRating(reply: FastifyReply, rating: OpenRating, isThanked = false): FastifyReply {
  const { state, language, form } = rating
  const texts = pageTextsIn(language)
  if (state !== 'open') return sendPage(reply, STATUS[state], writePage(language, texts[state]))
  const isAnswered = isThanked || form.chosen !== null
  return sendPage(reply, 200, writeForm(language, texts, form, isAnswered ? texts.thanks : ''))
}

function sendMissing(reply: FastifyReply, rating: OpenRating, comment: string): FastifyReply {
  if (rating.state !== 'open') return sendRating(reply, rating)
  const { language, form } = rating
  const page = writeForm(language, pageTextsIn(language), { ...form, comment, isMissing: true })
  return sendPage(reply, 422, page)
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = request.headers['accept-language']?.startsWith('hi') ? 'hi' : 'en'
  return sendPage(reply, 404, writePage(language, pageTextsIn(language).unknown))
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return sendText(reply.code(status), 'text/html; charset=utf-8', page)
}
