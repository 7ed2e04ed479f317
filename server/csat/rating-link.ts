import type { WithConfig } from '#db/context.ts'
import { keyRingOf } from '#lib/encrypt.ts'
import type { KeyRing } from '#lib/encrypt.ts'
import { isUuid } from '#lib/ids.ts'
import { readToken, signToken, uuidAt } from '#lib/sign-token.ts'

/** A question for a rating, and its workspace. */
type RatingRef = { workspaceId: string; requestId: string }

const PURPOSE = 'links of ratings'
const REF_BYTES = 32

/**
 * Returns the link by which a customer answers one question. It cannot be guessed, because `SECRET_KEY` signs it, and it is written only into
 * the message that leaves for the platform: nothing stores it. Links that a key of `SECRET_KEY_PREVIOUS` signed stay valid.
 */
export function ratingLink(context: WithConfig, { workspaceId, requestId }: RatingRef): string {
  const plain = Buffer.from(`${workspaceId}${requestId}`.replaceAll('-', ''), 'hex')
  return `${context.config.ingestUrl}/rate/${signToken(ringOf(context), PURPOSE, plain)}`
}

/** Verifies the token of a link and returns the question that it is for; undefined when it is forged. */
export function readRatingLink(context: WithConfig, token: string): RatingRef | undefined {
  const plain = readToken(ringOf(context), PURPOSE, { token, length: REF_BYTES })
  if (!plain) return undefined
  const ref = { workspaceId: uuidAt(plain, 0), requestId: uuidAt(plain, 16) }
  return isUuid(ref.workspaceId) && isUuid(ref.requestId) ? ref : undefined
}

function ringOf({ config }: WithConfig): KeyRing {
  return keyRingOf(config, 'sign links of ratings')
}
