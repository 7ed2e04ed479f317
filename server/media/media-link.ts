import type { WithClock, WithConfig } from '#db/context.ts'
import { keyRingOf } from '#lib/encrypt.ts'
import type { KeyRing } from '#lib/encrypt.ts'
import { isUuid } from '#lib/ids.ts'
import { readToken, signToken, uuidAt } from '#lib/sign-token.ts'

/** A stored file and its workspace. */
type MediaRef = { workspaceId: string; mediaId: string }

/** Minimum validity of a link: longer than the two days in which an event with it may be delivered. */
const LINK_MS = 7 * 86_400_000
/** Links created within the same hour are equal, so that clients and caches recognise them. */
const STEP_MS = 3_600_000
const PURPOSE = 'media links'
const REF_BYTES = 36

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
  return `${context.config.publicUrl}/media/${signToken(ringOf(context), PURPOSE, plain)}`
}

/** Verifies a link's token and returns what it names, or undefined when it is forged or has expired. */
export function readMediaLink(
  context: WithConfig & WithClock,
  token: string,
): (MediaRef & { endsAt: Date }) | undefined {
  const plain = readToken(ringOf(context), PURPOSE, { token, length: REF_BYTES })
  if (!plain) return undefined
  const endsAt = new Date(plain.readUInt32BE(32) * 1000)
  if (endsAt <= context.clock.now()) return undefined
  const ref = { workspaceId: uuidAt(plain, 0), mediaId: uuidAt(plain, 16) }
  return isUuid(ref.workspaceId) && isUuid(ref.mediaId) ? { ...ref, endsAt } : undefined
}

function ringOf({ config }: WithConfig): KeyRing {
  return keyRingOf(config, 'sign file links')
}
