import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { NumberDetails, Account } from './account.ts'

/** Returns an account, creating it if needed; every id made of digits exists. */
export function ensureAccount(state: SimulatorState, id: string): Account {
  const known = state.accounts.get(id)
  if (known) return known
  const account = { id, name: `Test Account ${id.slice(-4)}`, webhookUrl: null, isSubscribed: true }
  state.accounts.add(id, account)
  return account
}

/** Returns the webhook address of a number, or undefined for the configured one. */
export function webhookUrlOf(state: SimulatorState, wabaId: string): string | undefined {
  return state.accounts.get(wabaId)?.webhookUrl ?? undefined
}

/** Returns the numbers of an account. */
export function numbersOf(state: SimulatorState, wabaId: string): NumberDetails[] {
  return state.numbers.newest(1_000, (number) => number.wabaId === wabaId)
}

/** Returns a number as `GET /{phone-number-id}` shows it, with the requested fields. */
export function showNumber(number: NumberDetails, fields: string[] | undefined) {
  const all: Record<string, unknown> = {
    verified_name: number.verifiedName,
    display_phone_number: number.displayPhoneNumber,
    quality_rating: number.qualityRating,
    quality_score: { score: number.qualityRating },
    code_verification_status: number.isRegistered ? 'VERIFIED' : 'NOT_VERIFIED',
    platform_type: number.isRegistered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    throughput: { level: number.throughput },
    status: number.status,
    name_status: number.nameStatus,
    new_name_status: 'NONE',
    account_mode: 'LIVE',
    is_official_business_account: false,
    is_on_biz_app: number.isCoexistence,
    is_pin_enabled: number.pin !== null,
    messaging_limit_tier: number.messagingLimit,
    whatsapp_business_manager_messaging_limit: number.messagingLimit,
    certificate: 'simulated',
    webhook_configuration: {},
    health_status: { can_send_message: 'AVAILABLE', entities: [] },
  }
  return { ...pick(all, fields ?? NUMBER_FIELDS), id: number.phoneNumberId }
}

const NUMBER_FIELDS = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
]

/** Returns an account as `GET /{account-id}` shows it, with the requested fields. */
export function showAccount(account: Account, fields: string[] | undefined) {
  const all: Record<string, unknown> = {
    name: account.name,
    timezone_id: '1',
    currency: 'USD',
    message_template_namespace: `sim_${account.id}`,
    account_review_status: 'APPROVED',
    business_verification_status: 'verified',
    country: 'US',
    ownership_type: 'SELF',
    whatsapp_business_manager_messaging_limit: 'TIER_UNLIMITED',
  }
  const wanted = fields ?? ['name', 'timezone_id', 'message_template_namespace']
  return { ...pick(all, wanted), id: account.id }
}

/** Returns the fields named in a query, or undefined when it names none; sub-fields in braces are dropped. */
export function fieldsOf(query: Record<string, unknown>): string[] | undefined {
  if (typeof query.fields !== 'string' || query.fields === '') return undefined
  return query.fields
    .replace(/[{(][^})]*[})]/g, '')
    .split(',')
    .map((field) => field.trim())
}

/** Returns those of the given fields that the object has. */
export function pick(all: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => field in all).map((field) => [field, all[field]]),
  )
}

/** Changes a number and stores it; its id stays the same. */
export function changeNumber(
  state: SimulatorState,
  number: NumberDetails,
  change: Partial<NumberDetails>,
): NumberDetails {
  return describeNumber(state, number.phoneNumberId, change)
}
