import type { Role } from '#shared/roles.ts'
import type { AfterDone } from '#shared/preferences.ts'
import type { ChosenKeys } from '#shared/shortcuts.ts'
import { boolean, bytes, json, text, time, uuid, word } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The people who sign in. */
export const users = directoryTable().columns({
  id: uuid(),
  name: text(),
  email: text(),
  email_verified: boolean().defaulted(),
  image: text().nullable(),
  locale: text().nullable(),
  sign_in_warned_at: time().nullable(),
  disabled_at: time().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `users`. */
export type Users = typeof users.row

/**
 * The table `sessions`; `workspace_id` is the workspace that the session acts on, `token` the hash of its token, `passkey_id`
 * the passkey with which the user last proved who they are. Sessions
 * that an earlier release created lack `last_used_at` and `confirmed_at`. `sso_workspace_id` is the workspace whose issuer
 * made the session, which gives access to no other workspace.
 */
export const sessions = directoryTable({ withoutContacts: 'sessions of members' }).columns({
  id: uuid(),
  user_id: uuid(),
  token: text(),
  workspace_id: uuid().nullable(),
  ip_address: text().nullable(),
  user_agent: text().nullable(),
  expires_at: time(),
  created_at: time(),
  updated_at: time(),
  last_used_at: time().nullable(),
  confirmed_at: time().nullable(),
  sso_workspace_id: uuid().nullable(),
  passkey_id: uuid().nullable(),
})

/** Ways in which a user signs in. */
export const accounts = directoryTable().columns({
  id: uuid(),
  user_id: uuid(),
  account_id: text(),
  provider_id: text(),
  password: text().nullable(),
  access_token: text().nullable(),
  refresh_token: text().nullable(),
  id_token: text().nullable(),
  scope: text().nullable(),
  access_token_expires_at: time().nullable(),
  refresh_token_expires_at: time().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Links that can be used once; `identifier` contains the hash of a token. */
export const verifications = directoryTable().columns({
  id: uuid(),
  identifier: text(),
  value: text(),
  expires_at: time(),
  created_at: time(),
  updated_at: time(),
})

/** A member's settings of the web app that differ from the defaults. */
export type StoredPreferences = {
  after_done?: AfterDone
  hold_seconds?: number
  character_shortcuts?: boolean
  shortcuts?: ChosenKeys
}

/** Members of workspaces. */
export const memberships = directoryTable({ withoutContacts: 'members' }).columns({
  workspace_id: uuid(),
  id: uuid(),
  user_id: uuid(),
  role: word<Role>(),
  preferences: json<StoredPreferences>().nullable(),
  created_at: time(),
  removed_at: time().nullable(),
})

/** Rows of `memberships`. */
export type Memberships = typeof memberships.row

/** Token buckets of attempts to sign in; `id` is the hash of what is limited. */
export const attempt_counts = directoryTable().columns({
  id: bytes(),
  full_at: time(),
})
