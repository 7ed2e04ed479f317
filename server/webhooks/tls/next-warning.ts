import { TLS_NOTICE_DAYS } from '#shared/webhooks.ts'

const DAY_MS = 24 * 3_600_000

/** Returns when admins get the next notice after `now` that a certificate expires; null for no more. */
export function nextWarning(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null
  const end = new Date(expiresAt).getTime()
  const times = TLS_NOTICE_DAYS.map((days) => new Date(end - days * DAY_MS))
  return times.find((time) => time > now) ?? null
}
