import { TABLE_HOMES } from '#db/table-homes.ts'

/**
 * The tables that no request of another workspace may change: all of tenants, and those of the directory about them. The log of
 * requests is written later than its requests.
 */
export const WATCHED_TABLES = [
  ...Object.entries(TABLE_HOMES).flatMap(([table, home]) =>
    home === 'tenant' && table !== 'api_requests' ? [table] : [],
  ),
  'api_keys',
  'invitations',
  'memberships',
  'notification_settings',
  'passkeys',
  'push_devices',
  'sso_connections',
  'sso_domains',
  'sso_identities',
]
