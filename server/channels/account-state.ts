import type { Selectable } from 'kysely'
import type { Channels } from '#db/channel-tables.ts'
import type { ChannelEvent } from './record-channel-events.ts'

type Data = Record<string, unknown>
/** What an event says of its channels; `templates_due_at`: what the number may do is to be read again. */
export type AccountState = Partial<
  Pick<
    Selectable<Channels>,
    'account_status' | 'account_reason' | 'quality' | 'messaging_limit' | 'username'
  >
> & { templates_due_at?: null }

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

/** Whether a state is that of an account that broke a rule, without a consequence. */
export function isViolation(state: AccountState): boolean {
  return state.account_status === undefined && typeof state.account_reason === 'string'
}

/** What an event says of its channels, or undefined when that is nothing. */
export function readAccountState({ field, event, data }: ChannelEvent): AccountState | undefined {
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
        ...(event === 'THROUGHPUT_UPGRADE' && { templates_due_at: null }),
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
