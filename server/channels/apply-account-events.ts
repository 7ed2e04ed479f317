import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Channels } from '#db/channel-tables.ts'
import { afterCommit } from '#db/transaction.ts'
import { isViolation, readAccountState } from './account-state.ts'
import type { ChannelEvent } from './record-channel-events.ts'
import { tellOfAccount } from './tell-of-account.ts'

/**
 * Brings channels up to date with what is reported of their accounts: state, quality, limits, user name. Older news
 * than what is known changes nothing, whatever the order in which it comes. Admins are told of what got worse.
 */
export async function applyAccountEvents(tx: Scope, events: ChannelEvent[]): Promise<void> {
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const state = readAccountState(event)
    if (!state) continue
    const at = 'account_reason' in state ? 'account_status_at' : 'limits_at'
    const channels = (await lockChannels(tx, event)).filter((row) => !(row[at]! > event.at))
    if (channels.length === 0) continue
    await tx.db
      .updateTable('channels')
      // A violation changes no state: one that is older may still come.
      .set({ ...state, ...(!isViolation(state) && { [at]: event.at }) })
      .where('workspace_id', '=', tx.workspaceId)
      .where(
        'id',
        'in',
        channels.map(({ id }) => id),
      )
      .execute()
    await tellOfAccount(tx, channels, state)
    if (state.templates_due_at === null) wakeTemplates(tx, channels)
  }
}

function wakeTemplates(tx: Scope, channels: { id: string }[]): void {
  const { workspaceId } = tx
  afterCommit(tx, () =>
    tx.wake(channels.map(({ id }) => ({ kind: 'templates', workspaceId, targetId: id }))),
  )
}

/** The channels that an event is about; one that names a number is about that one, if it is known here. */
async function lockChannels(tx: Scope, event: ChannelEvent): Promise<Selectable<Channels>[]> {
  const { channelId, businessAccount } = event
  if (channelId === null && businessAccount === null) return []
  const rows = await tx.db
    .selectFrom('channels')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .$if(channelId !== null, (query) => query.where('id', '=', channelId))
    .$if(channelId === null, (query) => query.where('business_account', '=', businessAccount))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const phone = toDigits((event.data as Record<string, unknown>)['display_phone_number'])
  const named = rows.filter((row) => phone && toDigits(row.display_phone) === phone)
  return named.length > 0 ? named : rows
}

function toDigits(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll(/\D/g, '')
    : ''
}
