import type { Selectable } from 'kysely'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { afterCommit } from '#db/transaction.ts'
import type { AccountReport } from '#platforms/reports.ts'
import type { PlatformEvent } from './platform-event.ts'
import { isViolation, recordAccountNotices } from './record-account-notices.ts'

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
