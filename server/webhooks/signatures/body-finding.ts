import { itemAt } from '#lib/item-at.ts'
import { BODY_CHANGES } from '#shared/signature-findings.ts'
import { compareBodies } from './compare-bodies.ts'
import { NOTHING } from './header-finding.ts'
import type { Finding } from './schema.ts'

const EXCERPT_BYTES = 60

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
    message: `${BODY_CHANGES[change].message}${source}`,
    advice: BODY_CHANGES[change].advice,
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
  while (start > 0 && start < bytes.length && (itemAt(bytes, start) & 0xc0) === 0x80) start--
  return bytes
    .subarray(start, start + EXCERPT_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '')
    .replaceAll('\0', '\uFFFD')
}
