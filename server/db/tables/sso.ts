import type { ColumnType } from 'kysely'
import type { Role } from '#shared/actors.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `sso_connections`: the OpenID Connect issuer of a workspace, at most one. */
export type SsoConnections = {
  workspace_id: string
  id: string
  issuer: string
  client_id: string
  client_secret: Buffer | null
  label: string
  default_role: Role
  role_claim: string | null
  role_values: ColumnType<Record<string, Role>, string | undefined, string>
  is_required: Defaulted<boolean>
  created_at: Date
  updated_at: Date
}

/**
 * Rows of `sso_domains`: domains of email addresses; only verified ones make somebody a member. `check_at` is null for those
 * that the operator vouches for.
 */
export type SsoDomains = {
  workspace_id: string
  domain: string
  token: string
  verified_at: Date | null
  check_at: Date | null
  missing_since: Date | null
  lapsed_at: Date | null
  created_at: Date
}

/** Rows of `sso_identities`: which user a subject of a workspace's issuer is. */
export type SsoIdentities = {
  workspace_id: string
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

/** Rows of `sso_attempts`: started sign-ins; `subject` and `user_id` are set while an account must be linked. */
export type SsoAttempts = {
  hash: Buffer
  workspace_id: string
  connection_id: string
  state: string
  nonce: string
  verifier: string
  next: string
  session_id: string | null
  subject: string | null
  user_id: string | null
  attempts: Defaulted<number>
  expires_at: Date
  created_at: Date
}
