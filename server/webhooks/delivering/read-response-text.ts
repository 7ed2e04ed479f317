import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { RESPONSE_BYTES_KEPT } from '#shared/webhooks.ts'

/** The most bytes that a compressed response may become: a few kilobytes could become gigabytes. */
const UNPACKED_BYTES_MAX = 16 * RESPONSE_BYTES_KEPT

// A response that was cut is read as far as it goes.
const cut = { maxOutputLength: UNPACKED_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH }

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, cut),
  'x-gzip': (body) => gunzipSync(body, cut),
  deflate: (body) => inflateSync(body, cut),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: UNPACKED_BYTES_MAX }),
  zstd: (body) => zstdDecompressSync(body, { maxOutputLength: UNPACKED_BYTES_MAX }),
}

/**
 * Returns the kept part of a response as text that the database can store. A compressed one that cannot be read is named instead,
 * such as `[gzip, 1204 bytes]`. `encoding`: its Content-Encoding.
 */
export function readResponseText(body: Buffer, encoding = ''): string {
  const name = encoding.trim().toLowerCase()
  if (body.length === 0 || name === '' || name === 'identity') return toText(body)
  try {
    if (Object.hasOwn(DECODERS, name)) return toText(DECODERS[name]?.(body) ?? body)
  } catch {
    // Named below.
  }
  return `[${name.slice(0, 40).replaceAll(/[^\w, -]/g, '')}, ${body.length} bytes]`
}

function toText(body: Buffer): string {
  return body.subarray(0, RESPONSE_BYTES_KEPT).toString('utf8').replaceAll('\0', '\uFFFD')
}
