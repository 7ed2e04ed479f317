import type { Description } from './description.ts'

/** Codes of errors that a repeated request can avoid. */
const PASSING = [
  'rate_limited',
  'request_timeout',
  'idempotency_key_in_flight',
  'database_unavailable',
  'busy',
  'platform_unavailable',
  'media_store_unavailable',
  'too_many_streams',
  'streams_exhausted',
]

/** Returns the codes of errors that a repeated request can avoid. Throws if the API has one of them no longer. */
export function listPassingCodes({ components }: Description): string[] {
  const codes = components.schemas['Problem']?.properties?.['code']?.enum ?? []
  const unknown = PASSING.find((code) => !codes.includes(code))
  if (unknown !== undefined) throw new Error(`The API has no error code ${unknown}.`)
  return PASSING
}
