import type { WithClock, WithConfig } from '#db/context.ts'

const HOUR_MS = 3_600_000

/**
 * Returns when a session that was created at `createdAt` and is used now ends: `endsAt` at the latest, and `expiresAt` if
 * it is not used again.
 */
export function sessionEnds(
  { config, clock }: WithConfig & WithClock,
  createdAt: Date,
): { endsAt: Date; expiresAt: Date } {
  const { idleHours, maxHours } = config.sessions
  const end = createdAt.getTime() + maxHours * HOUR_MS
  const idleEnd = clock.now().getTime() + idleHours * HOUR_MS
  return { endsAt: new Date(end), expiresAt: new Date(Math.min(end, idleEnd)) }
}

/**
 * Returns the earliest creation and the earliest last use that a valid session can have. They also apply to sessions that
 * were created with other settings.
 */
export function sessionStarts({ config, clock }: WithConfig & WithClock): {
  createdAfter: Date
  usedAfter: Date
} {
  const { idleHours, maxHours } = config.sessions
  const now = clock.now().getTime()
  return {
    createdAfter: new Date(now - maxHours * HOUR_MS),
    usedAfter: new Date(now - idleHours * HOUR_MS),
  }
}
