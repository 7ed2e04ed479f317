import type { ColumnType } from 'kysely'
import type { Role } from '#shared/actors.ts'
import type { AfterDone } from '#shared/preferences.ts'
import type { ChosenKeys } from '#shared/shortcuts.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `users`: the people who sign in. */
export type Users = {
  id: string
  name: string
  email: string
  email_verified: Defaulted<boolean>
  image: string | null
  locale: string | null
  sign_in_warned_at: Date | null
  disabled_at: Date | null
  created_at: Date
  updated_at: Date
}

/**
 * Rows of `sessions`; `workspace_id` is the workspace that the session acts on, `token` the hash of its token, `passkey_id`
 * the passkey with which the user last proved who they are. Sessions
 * that an earlier release created lack `last_used_at` and `confirmed_at`. `sso_workspace_id` is the workspace whose issuer
 * made the session, which gives access to no other workspace.
 */
export type Sessions = {
  id: string
  user_id: string
  token: string
  workspace_id: string | null
  ip_address: string | null
  user_agent: string | null
  expires_at: Date
  created_at: Date
  updated_at: Date
  last_used_at: Date | null
  confirmed_at: Date | null
  sso_workspace_id: string | null
  passkey_id: string | null
}

/** Rows of `accounts`: how a user signs in. */
export type Accounts = {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  scope: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Rows of `verifications`: links that can be used once; `identifier` contains the hash of a token. */
export type Verifications = {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** A member's settings of the web app that differ from the defaults. */
export type StoredPreferences = {
  after_done?: AfterDone
  character_shortcuts?: boolean
  shortcuts?: ChosenKeys
}

/** Rows of `memberships`. */
export type Memberships = {
  workspace_id: string
  id: string
  user_id: string
  role: Role
  preferences: ColumnType<StoredPreferences | null, string | null | undefined, string | null>
  created_at: Date
  removed_at: Date | null
}

/** Rows of `attempt_counts`: token buckets of attempts to sign in; `id` is the hash of what is limited. */
export type AttemptCounts = {
  id: Buffer
  full_at: Date
}
