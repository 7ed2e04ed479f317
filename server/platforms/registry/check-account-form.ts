import { invalidField } from '#lib/errors.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { findPlatform, PLATFORMS } from './platforms.ts'

const connected = PLATFORMS.filter(({ capabilities }) => !capabilities.isHosted)

/** Regular expression of the account ids of all platforms that channels are connected to. */
export const ACCOUNT_PATTERN = [...new Set(connected.map(({ account }) => account.pattern))].join(
  '|',
)

/** What the account ids of these platforms must look like, as the predicate of an error message. */
export const ACCOUNT_REQUIREMENT = [
  ...new Set(connected.map(({ account }) => account.requirement)),
].join(' or ')

/** Checks the id of an account on a platform. @throws {AppError} validation_failed */
export function checkAccountForm(type: ChannelType, account: string): void {
  const { pattern, requirement } = findPlatform(type).account
  if (!new RegExp(pattern).test(account)) throw invalidField('account', requirement)
}
