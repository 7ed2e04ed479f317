import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Channels } from '#db/tables/channels.ts'
import { recordNotice } from '#account/notices/record-notice.ts'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Notice } from '#account/notices/schema.ts'
import type { AccountReport } from '#platforms/reports.ts'

type Channel = Selectable<Channels>

/** Returns whether a report is about a broken rule that had no consequence. */
export function isViolation({ standing }: AccountReport): boolean {
  return standing !== undefined && standing.status === undefined && standing.reason !== null
}

/**
 * Records notices for the admins about channels that got worse, one for each kind of change: a restricted or lost
 * account, a low quality, a lower limit. `channels` are as they were before; an unchanged value gets no notice.
 */
export async function recordAccountNotices(
  tx: Scope,
  channels: Channel[],
  report: AccountReport,
  audience: Audience,
): Promise<void> {
  const { standing, quality, messagingLimit: limit = null } = report
  const { status, reason = null } = standing ?? {}
  const notify = (notice: Notice) => recordNotice(tx, notice, audience)
  if (status !== undefined && status !== 'active') {
    const changed = channels.filter(
      (before) => before.account_status !== status || before.account_reason !== reason,
    )
    if (changed.length > 0)
      await notify({
        kind: 'account_restricted',
        data: { channels: toNamed(changed), status, reason },
      })
  }
  if (isViolation(report))
    await notify({
      kind: 'account_violation',
      data: { channels: toNamed(channels), violation: reason! },
    })
  if (quality === 'flagged') {
    const changed = channels.filter((before) => before.quality !== quality)
    if (changed.length > 0)
      await notify({
        kind: 'quality_low',
        data: { channels: toNamed(changed), messaging_limit: limit },
      })
  }
  if (limit === null) return
  const byLimit = Map.groupBy(channels, (before) => before.messaging_limit)
  for (const [from, lowered] of byLimit) {
    if (from !== null && toPeople(limit) < toPeople(from))
      await notify({ kind: 'limit_lowered', data: { channels: toNamed(lowered), from, to: limit } })
  }
}

function toNamed(channels: Channel[]) {
  return channels.map(({ id, name, account }) => ({ id, name, account }))
}

/** Returns how many customers a limit allows, NaN when that is unknown. Source: Cloud API, "Messaging limits". */
function toPeople(limit: string): number {
  if (limit.endsWith('UNLIMITED') || limit === '-1') return Infinity
  const [, number, thousands] = /^(?:TIER_)?(\d+)(K?)$/.exec(limit) ?? []
  return Number(number) * (thousands ? 1000 : 1)
}
