import type { Role } from '#shared/actors.ts'
import { boolean, bytes, json, number, text, time, uuid, word } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The OpenID Connect issuer of a workspace, at most one. */
export const sso_connections = directoryTable({
  withoutContacts: 'settings of the workspace',
}).columns({
  workspace_id: uuid(),
  id: uuid(),
  issuer: text(),
  client_id: text(),
  client_secret: bytes().nullable().secret('sso_client_secret'),
  label: text(),
  default_role: word<Role>(),
  role_claim: text().nullable(),
  role_values: json<Record<string, Role>>().defaulted(),
  is_required: boolean().defaulted(),
  created_at: time(),
  updated_at: time(),
  team_claim: text().nullable(),
  team_values: json<Record<string, string[]>>().defaulted(),
})

/** Rows of `sso_connections`. */
export type SsoConnections = typeof sso_connections.row

/**
 * Domains of email addresses; only verified ones make somebody a member. `check_at` is null for those
 * that the operator vouches for.
 */
export const sso_domains = directoryTable({
  withoutContacts: 'settings of the workspace',
}).columns({
  workspace_id: uuid(),
  domain: text(),
  token: text(),
  verified_at: time().nullable(),
  check_at: time().nullable(),
  missing_since: time().nullable(),
  lapsed_at: time().nullable(),
  created_at: time(),
})

/** Users, by the subject of a workspace's issuer. */
export const sso_identities = directoryTable({ withoutContacts: 'accounts of members' }).columns({
  workspace_id: uuid(),
  issuer: text(),
  subject: text(),
  user_id: uuid(),
  created_at: time(),
})

/** Started sign-ins; `subject` and `user_id` are set while an account must be linked. */
export const sso_attempts = directoryTable({ withoutContacts: 'sign-ins of members' }).columns({
  hash: bytes(),
  workspace_id: uuid(),
  connection_id: uuid(),
  state: text(),
  nonce: text(),
  verifier: text(),
  next: text(),
  session_id: uuid().nullable(),
  subject: text().nullable(),
  user_id: uuid().nullable(),
  attempts: number().defaulted(),
  expires_at: time(),
  created_at: time(),
})

/** Rows of `sso_attempts`. */
export type SsoAttempts = typeof sso_attempts.row
