// Generated from the API description by `npm run clients`. Do not edit.

/** Codes of errors that a repeated request can avoid. */
export const PASSING_CODES: ReadonlySet<string> = new Set([
  'rate_limited',
  'request_timeout',
  'idempotency_key_in_flight',
  'database_unavailable',
  'busy',
  'platform_unavailable',
  'media_store_unavailable',
  'too_many_streams',
  'streams_exhausted',
])
