import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WithConfig } from '#db/context.ts'
import { keyRingOf } from '#lib/encrypt.ts'
import type { KeyRing } from '#lib/encrypt.ts'
import { isUuid } from '#lib/ids.ts'

/** A question for a rating, and its workspace. */
type RatingRef = { workspaceId: string; requestId: string }

const REF_BYTES = 32
const TAG_BYTES = 24

/**
 * Returns the link by which a customer answers one question. It cannot be guessed, because `SECRET_KEY` signs it, and it is written only into
 * the message that leaves for the platform: nothing stores it. Links that a key of `SECRET_KEY_PREVIOUS` signed stay valid.
 */
export function ratingLink(context: WithConfig, { workspaceId, requestId }: RatingRef): string {
  const plain = Buffer.from(`${workspaceId}${requestId}`.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([plain, tagOf(ringOf(context).current, plain)])
  return `${context.config.ingestUrl}/rate/${token.toString('base64url')}`
}

/** Verifies the token of a link and returns the question that it is for; undefined when it is forged. */
export function readRatingLink(context: WithConfig, token: string): RatingRef | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== REF_BYTES + TAG_BYTES || bytes.toString('base64url') !== token)
    return undefined
  const plain = bytes.subarray(0, REF_BYTES)
  const tag = bytes.subarray(REF_BYTES)
  const { current, previous } = ringOf(context)
  if (![current, ...previous].some((key) => timingSafeEqual(tag, tagOf(key, plain))))
    return undefined
  const ref = { workspaceId: uuidAt(plain, 0), requestId: uuidAt(plain, 16) }
  return isUuid(ref.workspaceId) && isUuid(ref.requestId) ? ref : undefined
}

function ringOf({ config }: WithConfig): KeyRing {
  return keyRingOf(config, 'sign links of ratings')
}

function tagOf(secretKey: Buffer, plain: Buffer): Buffer {
  const key = createHmac('sha256', secretKey).update('links of ratings').digest()
  return createHmac('sha256', key).update(plain).digest().subarray(0, TAG_BYTES)
}

function uuidAt(bytes: Buffer, start: number): string {
  const hex = bytes.toString('hex', start, start + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
