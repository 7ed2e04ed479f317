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
  if (facts.is_blocked) return refusal('contact_blocked', 'The contact is blocked.')
  if (facts.needs_live_key)
    return refusal('live_key_required', 'A test key sends only on channels of the simulator.')
  const { sending } = findPlatform(facts.type).capabilities
  if (!sending) {
    const platform = CHANNEL_NAMES[facts.type]
    return refusal('channel_not_connected', `Sending on ${platform} is not supported yet.`)
  }
  if (!facts.has_access_token)
    return refusal('channel_not_connected', 'The channel has no access token.')
  const { account_status: status, account_reason: reason } = facts
  if (status === 'disabled' || status === 'disconnected')
    return refusal(
      `account_${status}`,
      `The platform reports the account as ${status}${reason ? ` (${reason})` : ''}.`,
    )
  return undefined
}

/** The answer that sending is possible. */
export const ALLOWED = { allowed: true, reason: null, code: null }

/** Returns the answer that sending is not possible. */
export function refusal(code: string, reason: string): CanSend['template'] {
  return { allowed: false, code, reason }
}
