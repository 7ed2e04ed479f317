import { findPlatform } from '#platforms/registry/platforms.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { CanSend } from './can-send-schema.ts'
import { findObstacle } from './find-obstacle.ts'
import type { SendFacts } from './find-obstacle.ts'

const allowed = { allowed: true, reason: null, code: null }

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
    : {
        allowed: false,
        code: 'type_not_supported',
        reason: `${CHANNEL_NAMES[row.type]} has no templates.`,
      }
  return {
    window: { status: window, expires_at: endsAt },
    template: never ?? noTemplates ?? allowed,
    marketing: never ?? noTemplates ?? marketingTo(row),
    free_form:
      never ??
      (window === 'closed'
        ? {
            allowed: false,
            code: 'window_closed',
            reason:
              'The customer last wrote more than 24 hours ago, so only templates can be sent.',
          }
        : allowed),
  }
}

/** Returns whether a marketing template can be sent to a contact, as far as the contact decides it. */
export function marketingTo({ is_opted_out: isOptedOut }: { is_opted_out: boolean }) {
  return isOptedOut
    ? {
        allowed: false,
        code: 'contact_opted_out',
        reason: 'The contact is opted out of marketing messages.',
      }
    : allowed
}
