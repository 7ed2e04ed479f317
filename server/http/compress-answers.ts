import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { chooseCoding } from './choose-coding.ts'

/** Answers with fewer bytes are sent as they are: they fit into one packet either way. */
const BYTES_MIN = 1_024
/** Answers with more bytes are compressed by another thread; for fewer, handing over costs more than compressing. */
const SYNC_BYTES_MAX = 64 * 1_024

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const fastest = { level: 1 }
const CODERS = {
  br: {
    now: (text: string) => brotliCompressSync(text, brotli),
    later: (text: string) => promisify(brotliCompress)(text, brotli),
  },
  gzip: {
    now: (text: string) => gzipSync(text, fastest),
    later: (text: string) => promisify(gzip)(text, fastest),
  },
}

/**
 * Compresses the JSON that `app` answers to the GET of an API key, if the client accepts it. Must be added after hooks that read the
 * text of answers.
 *
 * Answers to sessions are never compressed: a page of an attacker can make a browser send requests with its cookies, and learn a
 * secret from the length of answers that also contain what the attacker wrote (BREACH). Keys are not sent by browsers on their
 * own, and no GET of a key answers with a secret.
 */
export function compressAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply, payload)) return payload
    reply.header('vary', 'accept-encoding')
    const coding = chooseCoding(request.headers['accept-encoding'])
    if (coding === 'identity') return payload
    reply.header('content-encoding', coding)
    const coder = CODERS[coding]
    return payload.length > SYNC_BYTES_MAX ? coder.later(payload) : coder.now(payload)
  })
}

function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string {
  return (
    request.method === 'GET' &&
    request.keyScopes !== null &&
    typeof payload === 'string' &&
    payload.length >= BYTES_MIN &&
    /^application\/(problem\+)?json/.test(String(reply.getHeader('content-type')))
  )
}
