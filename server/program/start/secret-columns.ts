/**
 * The columns with secrets that are encrypted under `SECRET_KEY`, besides the stored answers of idempotency keys, whose
 * rows have no id. A secret is bound to `<purpose>:<workspace>:<id>`.
 */
export const SECRET_COLUMNS = [
  { table: 'webhook_endpoints', column: 'secret', purpose: 'webhook_secret' },
  { table: 'webhook_endpoints', column: 'previous_secret', purpose: 'webhook_secret' },
  { table: 'channels', column: 'access_token', purpose: 'channel_access_token' },
  { table: 'forms', column: 'secret', purpose: 'form_secret' },
  { table: 'mails', column: 'body', purpose: 'mail' },
  { table: 'sso_connections', column: 'client_secret', purpose: 'sso_client_secret' },
] as const

/** The columns with secrets of users, in tables keyed by `user_id`. A secret is bound to `<purpose>:<user>`. */
export const USER_SECRET_COLUMNS = [
  { table: 'authenticators', column: 'secret', purpose: 'authenticator_secret' },
] as const
