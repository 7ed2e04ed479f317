import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { badParameter } from './errors.ts'
import { MEDIA_BYTES_MAX, openMediaUrl, uploadMedia } from './media.ts'

/** Adds the upload of files and their download addresses. */
export function mediaRoutes(
  graph: FastifyInstance,
  state: SimulatorState,
  versions: string[],
): void {
  void graph.register(async (upload) => {
    await upload.register(multipart, { limits: { fileSize: MEDIA_BYTES_MAX + 1, files: 1 } })
    for (const version of versions) {
      upload.post<{ Params: { id: string } }>(
        `${version}/:id(^\\d+$)/media`,
        { bodyLimit: MEDIA_BYTES_MAX + 1024 * 1024 },
        async (request) => {
          describeNumber(state, request.params.id)
          return { id: (await takeUpload(state, request)).id }
        },
      )
    }
  })

  graph.get<{ Querystring: Record<string, unknown> }>(
    '/whatsapp_business/attachments/',
    async (request, reply) => sendBytes(state, request, reply),
  )
}

async function takeUpload(state: SimulatorState, request: FastifyRequest) {
  if (!request.isMultipart()) throw badParameter('The parameter file is required.')
  const fields = new Map<string, string>(
    Object.entries(request.query as Record<string, string>).map(([name, value]) => [name, value]),
  )
  let file: Pick<MultipartFile, 'filename' | 'mimetype'> | undefined
  let bytes: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value))
    else if (part.fieldname === 'file') {
      file = part
      bytes = await part.toBuffer()
    } else await part.toBuffer()
  }
  if (fields.get('messaging_product') !== 'whatsapp') {
    throw badParameter('The parameter messaging_product is required.')
  }
  if (!file || !bytes) throw badParameter('The parameter file is required.')
  // `type` is the platform's own parameter; clients that omit it set the type of the part.
  const mimeType = fields.get('type')?.includes('/') ? fields.get('type')! : file.mimetype
  return uploadMedia(state, { bytes, mimeType, filename: file.filename || null })
}

function sendBytes(
  state: SimulatorState,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
) {
  const { bytes, mimeType, filename } = openMediaUrl(state, request.query)
  void reply.headers({
    'content-type': mimeType,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    ...(filename !== null && {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    }),
  })
  const range = rangeOf(request.headers.range, bytes.length)
  if (range === undefined) return reply.send(bytes)
  if (range === null) {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  }
  const [from, to] = range
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1))
}

/** Returns the requested first and last byte; null for a range outside the file, undefined for the whole file. */
function rangeOf(header: string | undefined, size: number): [number, number] | null | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to || from >= size ? null : [from, to]
}
