import { findPlatform } from '#platforms/registry/platforms.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { CanSend } from './can-send-schema.ts'
import { ALLOWED, findObstacle, refusal } from './find-obstacle.ts'
import type { SendFacts } from './find-obstacle.ts'

/** Returns what can be the next message of a conversation at `now`, by its channel, contact and window. */
export function nextMessageIn(
  row: SendFacts & { window_expires_at: Date | null },
  now: Date,
): Pick<CanSend, 'window' | 'template' | 'marketing' | 'free_form'> {
  const { window_expires_at: endsAt } = row
  const window = endsAt === null ? 'unknown' : endsAt > now ? 'open' : 'closed'
  const never = findObstacle(row)
  const noTemplates = findPlatform(row.type).capabilities.hasTemplates
    ? undefined
    : refusal('type_not_supported', `${CHANNEL_NAMES[row.type]} has no templates.`)
  return {
    window: { status: window, expires_at: endsAt },
    template: never ?? noTemplates ?? ALLOWED,
    marketing: never ?? noTemplates ?? marketingTo(row),
    free_form:
      never ??
      (window === 'closed'
        ? refusal(
            'window_closed',
            'The customer last wrote more than 24 hours ago, so only templates can be sent.',
          )
        : ALLOWED),
  }
}

/** Returns whether a marketing template can be sent to a contact, as far as the contact decides it. */
export function marketingTo({ is_opted_out: isOptedOut }: { is_opted_out: boolean }) {
  return isOptedOut
    ? refusal('contact_opted_out', 'The contact is opted out of marketing messages.')
    : ALLOWED
}
