import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WithClock, WithConfig } from '#db/context.ts'
import { keyRingOf } from '#lib/encrypt.ts'
import type { KeyRing } from '#lib/encrypt.ts'
import { isUuid } from '#lib/ids.ts'

/** A stored file and its workspace. */
type MediaRef = { workspaceId: string; mediaId: string }

/** Minimum validity of a link: longer than the two days in which an event with it may be delivered. */
const LINK_MS = 7 * 86_400_000
/** Links created within the same hour are equal, so that clients and caches recognise them. */
const STEP_MS = 3_600_000
const REF_BYTES = 36
const TAG_BYTES = 24

/**
 * Returns a link to a stored file that anyone who has it can open for a week: its path and expiry, signed with
 * `SECRET_KEY`. Links that a key of `SECRET_KEY_PREVIOUS` signed stay valid.
 */
export function mediaLink(context: WithConfig & WithClock, ref: MediaRef): string {
  const now = context.clock.now().getTime()
  const endsAt = Math.ceil(now / STEP_MS) * STEP_MS + LINK_MS
  const plain = Buffer.alloc(REF_BYTES)
  plain.write(ref.workspaceId.replaceAll('-', ''), 0, 'hex')
  plain.write(ref.mediaId.replaceAll('-', ''), 16, 'hex')
  plain.writeUInt32BE(endsAt / 1000, 32)
  const { current } = ringOf(context)
  const token = Buffer.concat([plain, tagOf(current, plain)]).toString('base64url')
  return `${context.config.publicUrl}/media/${token}`
}

/** Verifies a link's token and returns what it names, or undefined when it is forged or has expired. */
export function readMediaLink(
  context: WithConfig & WithClock,
  token: string,
): (MediaRef & { endsAt: Date }) | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== REF_BYTES + TAG_BYTES || bytes.toString('base64url') !== token)
    return undefined
  const plain = bytes.subarray(0, REF_BYTES)
  const tag = bytes.subarray(REF_BYTES)
  const { current, previous } = ringOf(context)
  if (![current, ...previous].some((key) => timingSafeEqual(tag, tagOf(key, plain))))
    return undefined
  const endsAt = new Date(plain.readUInt32BE(32) * 1000)
  if (endsAt <= context.clock.now()) return undefined
  const ref = { workspaceId: uuidAt(plain, 0), mediaId: uuidAt(plain, 16) }
  return isUuid(ref.workspaceId) && isUuid(ref.mediaId) ? { ...ref, endsAt } : undefined
}

function ringOf({ config }: WithConfig): KeyRing {
  return keyRingOf(config, 'sign file links')
}

function tagOf(secretKey: Buffer, plain: Buffer): Buffer {
  const key = createHmac('sha256', secretKey).update('media links').digest()
  return createHmac('sha256', key).update(plain).digest().subarray(0, TAG_BYTES)
}

function uuidAt(bytes: Buffer, start: number): string {
  const hex = bytes.toString('hex', start, start + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
