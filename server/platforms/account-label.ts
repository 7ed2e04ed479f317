import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'

/** Label of no account: matches no payload. */
export const NO_ACCOUNT_LABEL = 'account:none'

/** Returns the label of payloads that name an account: they are found by it in the log and when it is connected. */
export function accountLabel(type: string, account: string): string {
  return `account:${type}:${account}`
}

/** Returns the label of payloads that name a business account but none of its numbers. */
export function businessAccountLabel(type: string, account: string): string {
  return `business_account:${type}:${account}`
}

/** Returns the account or business account that a label names; undefined for labels about something else. */
export function readAccountLabel(
  label: string,
): { type: ChannelType; account: string; isBusiness: boolean } | undefined {
  const [, business, name, account] = /^(business_)?account:(\w+):(.+)$/.exec(label) ?? []
  const type = CHANNEL_TYPES.find((each) => each === name)
  return type === undefined || account === undefined
    ? undefined
    : { type, account, isBusiness: business !== undefined }
}
