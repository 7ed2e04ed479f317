import type { Context } from '#context.ts'
import type { Db } from '#db/pool.ts'
import { TABLE_HOMES } from '#db/table-homes.ts'
import type { Database } from '#db/types.ts'

/**
 * The columns with secrets that are encrypted under `SECRET_KEY`, besides the stored answers of idempotency keys, whose
 * rows have no id. A secret is bound to `<purpose>:<workspace>:<id>`.
 */
export const SECRET_COLUMNS = [
  { table: 'webhook_endpoints', column: 'secret', purpose: 'webhook_secret' },
  { table: 'webhook_endpoints', column: 'previous_secret', purpose: 'webhook_secret' },
  { table: 'webhook_endpoints', column: 'custom_headers', purpose: 'webhook_headers' },
  { table: 'webhook_endpoints', column: 'oauth_secret', purpose: 'webhook_oauth' },
  { table: 'webhook_endpoints', column: 'tls_key', purpose: 'webhook_tls' },
  { table: 'channels', column: 'access_token', purpose: 'channel_access_token' },
  { table: 'forms', column: 'secret', purpose: 'form_secret' },
  { table: 'mails', column: 'body', purpose: 'mail' },
  { table: 'api_requests', column: 'bodies', purpose: 'api_request' },
  { table: 'sso_connections', column: 'client_secret', purpose: 'sso_client_secret' },
] as const

/**
 * The columns with secrets in tables without `workspace_id`, and the column that is the id of a row. A secret is bound to
 * `<purpose>:<id>`.
 */
export const GLOBAL_SECRET_COLUMNS = [
  { table: 'authenticators', id: 'user_id', column: 'secret', purpose: 'authenticator_secret' },
  { table: 'push_devices', id: 'id', column: 'subscription', purpose: 'push_subscription' },
  { table: 'vapid_keys', id: 'id', column: 'private_key', purpose: 'vapid_key' },
] as const

/** Returns the database of a table. */
export function databaseOf(context: Pick<Context, 'db' | 'directory'>, table: keyof Database): Db {
  return TABLE_HOMES[table] === 'directory' ? context.directory : context.db
}
