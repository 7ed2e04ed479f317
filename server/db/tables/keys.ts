import type { KeyMode } from '#shared/api-keys.ts'
import type { Defaulted } from '../column-types.ts'

/**
 * Rows of `api_keys`; `rate_limit` in requests a second, null without a limit. With `client_id`, the row is a connected app,
 * which has no secret but tokens (`app_tokens`).
 */
export type ApiKeys = {
  workspace_id: string
  id: string
  hash: Buffer | null
  last_four: string
  name: string
  scopes: string[]
  rate_limit: number | null
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  allowed_networks: string[] | null
  mode: Defaulted<KeyMode>
  client_id: string | null
}
