import type { WithConfig } from '#db/context.ts'

/**
 * Returns the domain to which passkeys are bound, and the origin of the pages that use them. Both come from the public
 * URL: a Host header is the caller's choice.
 */
export function relyingPartyOf({ config }: WithConfig): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(config.publicUrl)
  return { id: hostname, origin }
}

/** Returns the bytes by which a passkey names its user. They contain no personal data. */
export function toUserHandle(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
