import { BODY_CHANGES, compareBodies } from './compare-bodies.ts'
import type { BodyChange } from './compare-bodies.ts'
import { NOTHING } from './findings.ts'
import type { Finding } from './schema.ts'

const EXCERPT_BYTES = 60

const PARSED =
  'Verify the signature with the raw bytes, before any parsing: for example with express.raw() instead of express.json(), request.get_data() in Flask, or php://input.'

const ADVICE: Partial<Record<BodyChange, string>> = {
  empty: 'Read the raw body before a framework does, and keep it for the verification.',
  truncated: 'Check for a limit on the body size, in a log or in a database column.',
  extended: 'Read only as many bytes as Content-Length says, and add nothing to them.',
  decoded_as_latin1: 'Handle the body as bytes, or decode it as UTF-8.',
  byte_order_mark:
    'Handle the body as bytes: something on the way writes text with a byte order mark.',
  trailing_newline:
    'Handle the body as bytes: shells and editors add a line break at the end (use `echo -n` or `--data-binary`).',
  unwrapped: 'Verify the signature with the whole body, and extract the data afterwards.',
  values_changed:
    'Find out what changes the body on its way: a proxy, a middleware, or a number parser.',
}

/**
 * Describes how and where a body differs from `signed`. Anything that looks like a secret is
 * masked.
 */
export function bodyFinding(
  signed: Buffer,
  received: Buffer,
  options: { secret: string | undefined; isFromLog: boolean },
): Finding {
  const found = compareBodies(signed, received)
  const change = found?.change ?? 'values_changed'
  const source = options.isFromLog ? ' It was compared with the body that was sent.' : ''
  const path = found?.path ?? null
  const show = (bytes: Buffer) => excerpt(blot(bytes, options.secret), found?.offset ?? 0)
  return {
    ...NOTHING,
    code: 'body_changed',
    problem: change,
    message: `${BODY_CHANGES[change]}${source}`,
    advice: ADVICE[change] ?? PARSED,
    difference: {
      offset: found?.offset ?? 0,
      signed: show(signed),
      received: show(received),
      path: path && blot(Buffer.from(path), options.secret).toString(),
    },
  }
}

/** Returns `bytes` of the same length, with stars in place of signing secrets. */
function blot(bytes: Buffer, secret: string | undefined): Buffer {
  const text = bytes.toString('latin1')
  const stars = (part: string) => '*'.repeat(part.length)
  const blotted = text.replaceAll(/whsec_[\w+/=-]*/g, stars)
  const given = secret?.trim() ?? ''
  const isLong = given.length >= 8
  return Buffer.from(isLong ? blotted.replaceAll(given, stars) : blotted, 'latin1')
}

/** Returns a short text from `offset` on, of whole characters. */
function excerpt(bytes: Buffer, offset: number): string {
  let start = offset
  while (start > 0 && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start--
  return bytes
    .subarray(start, start + EXCERPT_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '')
    .replaceAll('\0', '\uFFFD')
}
