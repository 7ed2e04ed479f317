import { PLATFORMS } from '#platforms/registry/platforms.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelPlatform } from './schema.ts'

/** Lists the platforms that channels can be connected to: not those that Parley itself is. */
export function listPlatforms(): ChannelPlatform[] {
  return PLATFORMS.filter(({ capabilities }) => !capabilities.isHosted).map(
    ({ type, account, setupUrl, capabilities }) => ({
      type,
      name: CHANNEL_NAMES[type],
      account: { pattern: account.pattern, is_numeric: account.isNumeric },
      setup_url: setupUrl,
      has_business_accounts: capabilities.hasBusinessAccounts,
      has_templates: capabilities.hasTemplates,
      checks_accounts: capabilities.checksAccounts,
    }),
  )
}
