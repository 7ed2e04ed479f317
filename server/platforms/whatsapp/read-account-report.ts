import type { AccountReport } from '../reports.ts'

type Data = Record<string, unknown>
type Standing = NonNullable<AccountReport['standing']>

/** Statuses of an account by the platform's word. Source: Cloud API, "Webhooks: account_update". */
const statuses: Readonly<Record<string, NonNullable<Standing['status']>>> = {
  ACCOUNT_DELETED: 'disconnected',
  ACCOUNT_OFFBOARDED: 'disconnected',
  PARTNER_REMOVED: 'disconnected',
  PARTNER_APP_UNINSTALLED: 'disconnected',
  ACCOUNT_RECONNECTED: 'active',
  PARTNER_ADDED: 'active',
  ACCOUNT_RESTRICTION: 'restricted',
}

/** Reads what an event changes of its account; undefined for events about anything else. */
export function readAccountReport(
  field: string,
  event: string | undefined,
  value: Data,
): AccountReport | undefined {
  const report = readReport(field, event ?? '', value)
  return report && { ...report, displayPhone: textOf(value['display_phone_number']) }
}

function readReport(field: string, event: string, value: Data): AccountReport | undefined {
  const text = (key: string) => textOf(value[key])
  switch (field) {
    case 'account_update': {
      const standing = readStanding(event, value)
      return standing && { standing }
    }
    case 'phone_number_quality_update': {
      const limit = text('max_daily_conversations_per_business') ?? text('current_limit')
      return {
        ...(limit !== undefined && { messagingLimit: limit }),
        ...(/^(UN)?FLAGGED$/.test(event) && { quality: event.toLowerCase() }),
        ...(event === 'THROUGHPUT_UPGRADE' && { isThroughputRaised: true }),
      }
    }
    case 'business_capability_update': {
      const limit =
        text('max_daily_conversations_per_business') ?? text('max_daily_conversation_per_phone')
      return limit === undefined ? undefined : { messagingLimit: limit }
    }
    case 'business_username_update':
      return text('status') === 'approved' ? { username: text('username') ?? null } : undefined
    default:
      return undefined
  }
}

function readStanding(event: string, value: Data): Standing | undefined {
  const info = (key: string) => (value[key] ?? {}) as Data
  if (event === 'DISABLED_UPDATE') {
    const ban = textOf(info('ban_info')['waba_ban_state']) ?? event
    if (ban === 'REINSTATE') return { status: 'active', reason: null }
    return { status: ban === 'DISABLE' ? 'disabled' : 'restricted', reason: ban }
  }
  if (event === 'ACCOUNT_VIOLATION')
    return { reason: textOf(info('violation_info')['violation_type']) ?? event }
  const status = Object.hasOwn(statuses, event) ? statuses[event] : undefined
  if (status === undefined) return undefined
  if (status === 'active') return { status, reason: null }
  const restrictions = value['restriction_info']
  const reason = Array.isArray(restrictions)
    ? restrictions.map((each) => textOf((each as Data)['restriction_type'])).join(', ')
    : (textOf(info('disconnection_info')['reason']) ?? event)
  return { status, reason }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
