import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { Channels } from '../db/channel-tables.ts'
import type { ChannelEvent } from './record-channel-events.ts'
import { tellOfAccount } from './tell-of-account.ts'

type Data = Record<string, unknown>
/** What an event says of its channels. */
export type AccountState = Partial<
  Pick<
    Selectable<Channels>,
    'account_status' | 'account_reason' | 'quality' | 'messaging_limit' | 'username'
  >
>

/** States of an account by the platform's word. Source: Cloud API, "Webhooks: account_update". */
const statuses: Record<string, Selectable<Channels>['account_status']> = {
  ACCOUNT_DELETED: 'disconnected',
  ACCOUNT_OFFBOARDED: 'disconnected',
  PARTNER_REMOVED: 'disconnected',
  PARTNER_APP_UNINSTALLED: 'disconnected',
  ACCOUNT_RECONNECTED: 'active',
  PARTNER_ADDED: 'active',
  ACCOUNT_RESTRICTION: 'restricted',
}

/**
 * Brings channels up to date with what is reported of their accounts: state, quality, limits, user name. Older news
 * than what is known changes nothing, whatever the order in which it comes. Admins are told of what got worse.
 */
export async function applyAccountEvents(tx: Scope, events: ChannelEvent[]): Promise<void> {
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const state = toState(event)
    if (!state) continue
    const at = state.account_status === undefined ? 'limits_at' : 'account_status_at'
    const channels = (await lockChannels(tx, event)).filter((row) => !(row[at]! > event.at))
    if (channels.length === 0) continue
    await tx.db
      .updateTable('channels')
      .set({ ...state, [at]: event.at })
      .where('workspace_id', '=', tx.workspaceId)
      .where(
        'id',
        'in',
        channels.map(({ id }) => id),
      )
      .execute()
    await tellOfAccount(tx, channels, state)
  }
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
  const phone = toDigits(textOf((event.data as Data)['display_phone_number']))
  const named = rows.filter((row) => phone && toDigits(row.display_phone) === phone)
  return named.length > 0 ? named : rows
}

function toDigits(text: string | null | undefined): string {
  return text?.replaceAll(/\D/g, '') ?? ''
}

/** What an event says of its channels, or undefined when that is nothing. */
function toState({ field, event, data }: ChannelEvent): AccountState | undefined {
  const value = data as Data
  const text = (key: string) => textOf(value[key])
  switch (field) {
    case 'account_update':
      return toAccountState(event ?? '', value)
    case 'phone_number_quality_update': {
      const limit = text('max_daily_conversations_per_business') ?? text('current_limit')
      return {
        ...(limit !== undefined && { messaging_limit: limit }),
        ...(event !== null && /^(UN)?FLAGGED$/.test(event) && { quality: event.toLowerCase() }),
      }
    }
    case 'business_capability_update': {
      const limit =
        text('max_daily_conversations_per_business') ?? text('max_daily_conversation_per_phone')
      return limit === undefined ? undefined : { messaging_limit: limit }
    }
    case 'business_username_update':
      return text('status') === 'approved' ? { username: text('username') ?? null } : undefined
    default:
      return undefined
  }
}

function toAccountState(event: string, value: Data): AccountState | undefined {
  const info = (key: string) => (value[key] ?? {}) as Data
  if (event === 'DISABLED_UPDATE') {
    const ban = textOf(info('ban_info')['waba_ban_state']) ?? event
    const isOver = ban === 'REINSTATE'
    return {
      account_status: isOver ? 'active' : ban === 'DISABLE' ? 'disabled' : 'restricted',
      account_reason: isOver ? null : ban,
    }
  }
  if (event === 'ACCOUNT_VIOLATION')
    return { account_reason: textOf(info('violation_info')['violation_type']) ?? event }
  const status = statuses[event]
  if (status === undefined) return undefined
  const restrictions = value['restriction_info']
  const reason = Array.isArray(restrictions)
    ? restrictions.map((each) => textOf((each as Data)['restriction_type'])).join(', ')
    : (textOf(info('disconnection_info')['reason']) ?? event)
  return { account_status: status, account_reason: status === 'active' ? null : reason }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
