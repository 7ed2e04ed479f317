import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Channels } from '#db/channel-tables.ts'
import { recordNotice } from '#account/notices/record-notice.ts'
import { isViolation } from './account-state.ts'
import type { AccountState } from './account-state.ts'

type Channel = Selectable<Channels>

/**
 * Tells the admins what got worse for channels, once for all of one report: an account that is restricted or gone, a
 * quality that is low, a limit that is lower. `channels` are as they were before; what they said already is no news.
 */
export async function tellOfAccount(
  tx: Scope,
  channels: Channel[],
  state: AccountState,
): Promise<void> {
  const { account_status: status, account_reason: reason = null, quality } = state
  if (status !== undefined && status !== 'active') {
    const changed = channels.filter(
      (before) => before.account_status !== status || before.account_reason !== reason,
    )
    if (changed.length > 0)
      await recordNotice(tx, {
        kind: 'account_restricted',
        data: { channels: toNamed(changed), status, reason },
      })
  }
  if (isViolation(state))
    await recordNotice(tx, {
      kind: 'account_violation',
      data: { channels: toNamed(channels), violation: reason! },
    })
  const limit = state.messaging_limit ?? null
  if (quality === 'flagged') {
    const changed = channels.filter((before) => before.quality !== quality)
    if (changed.length > 0)
      await recordNotice(tx, {
        kind: 'quality_low',
        data: { channels: toNamed(changed), messaging_limit: limit },
      })
  }
  if (limit === null) return
  const byLimit = Map.groupBy(channels, (before) => before.messaging_limit)
  for (const [from, lowered] of byLimit)
    if (from !== null && toPeople(limit) < toPeople(from))
      await recordNotice(tx, {
        kind: 'limit_lowered',
        data: { channels: toNamed(lowered), from, to: limit },
      })
}

function toNamed(channels: Channel[]) {
  return channels.map(({ id, name, account }) => ({ id, name, account }))
}

/** How many people a limit means, NaN where that is not known. Source: Cloud API, "Messaging limits". */
function toPeople(limit: string): number {
  if (limit.endsWith('UNLIMITED') || limit === '-1') return Infinity
  const [, number, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(limit) ?? []
  return Number(number) * (thousands ? 1000 : 1)
}
