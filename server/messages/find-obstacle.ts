import type { Selectable } from 'kysely'
import type { Channels } from '#db/tables/channels.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { CanSend } from './can-send-schema.ts'

/** The facts that decide whether anything can be sent on a channel to a contact. */
export type SendFacts = Pick<Selectable<Channels>, 'type' | 'account_status' | 'account_reason'> & {
  has_access_token: boolean
  is_blocked: boolean
  is_opted_out: boolean
  /** Whether the caller is a test key and the channel is not of the simulator. */
  needs_live_key?: boolean
}

/** Returns why no message at all can be sent; undefined when messages can. */
export function findObstacle(
  facts: Omit<SendFacts, 'is_opted_out'>,
): CanSend['template'] | undefined {
  if (facts.is_blocked)
    return {
      allowed: false,
      code: 'contact_blocked',
      reason: 'The contact is blocked.',
    }
  if (facts.needs_live_key)
    return {
      allowed: false,
      code: 'live_key_required',
      reason: 'A test key sends only on channels of the simulator.',
    }
  const { sending } = findPlatform(facts.type).capabilities
  if (!sending || !facts.has_access_token)
    return {
      allowed: false,
      code: 'channel_not_connected',
      reason: sending
        ? 'The channel has no access token.'
        : `Sending on ${CHANNEL_NAMES[facts.type]} is not supported yet.`,
    }
  const { account_status: status, account_reason: reason } = facts
  if (status === 'disabled' || status === 'disconnected')
    return {
      allowed: false,
      code: `account_${status}`,
      reason: `The platform reports the account as ${status}${reason ? ` (${reason})` : ''}.`,
    }
  return undefined
}
