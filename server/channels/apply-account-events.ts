import type { Selectable } from 'kysely'
import type { Audience } from '#account/notices/record-notice.ts'
import { recordNotice } from '#account/notices/record-notice.ts'
import type { Notice } from '#account/notices/schema.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { afterCommit } from '#db/transaction.ts'
import type { AccountReport } from '#platforms/reports.ts'
import type { PlatformEvent } from './platform-event.ts'

/**
 * Updates channels with reports about their accounts: status, quality, limits, user name. A report that is older than
 * the last one changes nothing, so the order of arrival does not matter. The admins (`audience`) get a notice when
 * something got worse.
 */
export async function applyAccountEvents(
  tx: Scope,
  events: PlatformEvent[],
  audience: Audience | undefined,
): Promise<void> {
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { account: report } = event
    if (!report) continue
    const at = report.standing ? 'account_status_at' : 'limits_at'
    const channels = (await lockChannels(tx, event)).filter((row) => !(row[at]! > event.at))
    if (channels.length === 0) continue
    await updateTable(tx, 'channels')
      // A violation changes no status: an older one may still arrive.
      .set({ ...toColumns(report), ...(!isViolation(report) && { [at]: event.at }) })
      .where(
        'id',
        'in',
        channels.map(({ id }) => id),
      )
      .execute()
    if (audience) await recordAccountNotices(tx, channels, report, audience)
    if (report.isThroughputRaised) wakeTemplates(tx, channels)
  }
}

/** Returns the columns that a report changes. Templates become due to read what the number may now send. */
function toColumns(report: AccountReport): Partial<Selectable<Channels>> {
  const { standing, quality, messagingLimit, username, isThroughputRaised } = report
  return {
    ...(standing && { account_reason: standing.reason }),
    ...(standing?.status && { account_status: standing.status }),
    ...(quality !== undefined && { quality }),
    ...(messagingLimit !== undefined && { messaging_limit: messagingLimit }),
    ...(username !== undefined && { username }),
    ...(isThroughputRaised && { templates_due_at: null }),
  }
}

function wakeTemplates(tx: Scope, channels: { id: string }[]): void {
  const { workspaceId } = tx
  afterCommit(tx, () =>
    tx.wake(channels.map(({ id }) => ({ kind: 'templates', workspaceId, targetId: id }))),
  )
}

/** Locks the channels that an event is about: the named number, or all of the business account if it is unknown. */
async function lockChannels(tx: Scope, event: PlatformEvent): Promise<Selectable<Channels>[]> {
  const { channelId, businessAccount } = event
  if (channelId === null && businessAccount === null) return []
  const rows = await selectFrom(tx, 'channels')
    .selectAll()
    .$if(channelId !== null, (query) => query.where('id', '=', channelId))
    .$if(channelId === null, (query) => query.where('business_account', '=', businessAccount))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const phone = toDigits(event.account?.displayPhone)
  const named = rows.filter((row) => phone && toDigits(row.display_phone) === phone)
  return named.length > 0 ? named : rows
}

function toDigits(phone: string | null | undefined): string {
  return phone?.replaceAll(/\D/g, '') ?? ''
}

type Channel = Selectable<Channels>

/** Returns whether a report is about a broken rule that had no consequence. */
function isViolation({ standing }: AccountReport): boolean {
  return standing !== undefined && standing.status === undefined && standing.reason !== null
}

/**
 * Records notices for the admins about channels that got worse, one for each kind of change: a restricted or lost
 * account, a low quality, a lower limit. `channels` are as they were before; an unchanged value gets no notice.
 */
async function recordAccountNotices(
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
