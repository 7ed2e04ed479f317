import type { Referral } from '../item.ts'
import { toRecord, toStorable, toText } from '../to-storable.ts'
import type { PagePlatform } from './frame.ts'

/** Returns the advertisement or link that a node names, or `undefined`. Source: Messenger Platform, "messaging_referrals". */
export function toReferral({ type }: PagePlatform, given: unknown): Referral | undefined {
  const referral = toRecord(given)
  if (Object.keys(referral).length === 0) return undefined
  return {
    source: `${type}_${toText(referral['source'], 40)?.toLowerCase() ?? 'referral'}`,
    campaign: toText(referral['ad_id'], 200) ?? toText(referral['ref'], 200),
    details: toStorable(referral),
  }
}
