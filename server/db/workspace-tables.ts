import type { ColumnType, Generated } from 'kysely'
import type { Bigint, Defaulted } from './column-types.ts'

/** Rows of `workspaces`. */
export type Workspaces = {
  id: string
  name: string
  slug: string
  unmatched_phone: Defaulted<'reject' | 'first_conversation'>
  default_country: Defaulted<string>
  retention_days: Defaulted<number>
  created_at: Date
}

/** Rows of `users`: the people who sign in. */
export type Users = {
  id: string
  name: string
  email: string
  email_verified: Defaulted<boolean>
  image: string | null
  locale: string | null
  created_at: Date
  updated_at: Date
}

/** Rows of `sessions`; `workspace_id` is the workspace that the session acts on. */
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
}

/** Rows of `accounts`: how a user signs in. */
export type Accounts = {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  password: string | null
  created_at: Date
  updated_at: Date
}

/** Rows of `verifications`: links that serve once; `identifier` holds the hash of a token. */
export type Verifications = {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** Rows of `memberships`. */
export type Memberships = {
  workspace_id: string
  id: string
  user_id: string
  role: 'admin' | 'agent'
  created_at: Date
  removed_at: Date | null
}

/** Rows of `invitations`. */
export type Invitations = {
  workspace_id: string
  id: string
  token_hash: Buffer
  email: string
  role: 'admin' | 'agent'
  invited_by: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}

/** Rows of `audit_entries`: who did what. `data` never holds a secret. */
export type AuditEntries = {
  workspace_id: string
  id: string
  actor_type: 'api_key' | 'member' | 'person' | 'system'
  actor_id: string | null
  action: string
  target_type: string
  target_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  occurred_at: Date
}

/** Rows of `api_keys`; `rate_limit` in requests a second, null without a limit. */
export type ApiKeys = {
  workspace_id: string
  id: string
  hash: Buffer
  last_four: string
  name: string
  scopes: string[]
  rate_limit: number | null
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

/** What a lane's target is: an endpoint, a channel, or a workspace's inbound payloads. */
export type LaneKind =
  | 'webhook'
  | 'send'
  | 'inbound'
  | 'replay'
  | 'mail'
  | 'media'
  | 'templates'
  | 'import'

/** Rows of `lanes`. */
export type Lanes = {
  kind: LaneKind
  workspace_id: string
  target_id: string
  due_at: Date | null
  wakes: Generated<Bigint>
  lease_until: Date | null
  lease_token: string | null
  not_before: Date | null
}

/** Rows of `workspace_counters`: the last position and number that were given out. */
export type WorkspaceCounters = {
  workspace_id: string
  event_position: Defaulted<Bigint>
  ticket_number: Defaulted<Bigint>
  trimmed_position: Defaulted<Bigint>
}

/** Rows of `notices`: what admins are told. */
export type Notices = {
  workspace_id: string
  id: string
  kind: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Date
  dismissed_at: Date | null
  dismissed_by: string | null
}

/** Rows of `mails`; `body` is encrypted. */
export type Mails = {
  workspace_id: string
  id: string
  recipient: string
  subject: string
  body: Buffer
  status: Defaulted<'pending' | 'sent' | 'failed'>
  attempts: Defaulted<number>
  due_at: Date
  error: string | null
  created_at: Date
  sent_at: Date | null
}

/** Rows of `idempotency_keys`: the first answer to a key, byte for byte. */
export type IdempotencyKeys = {
  workspace_id: string
  route: string
  key: string
  fingerprint: Buffer
  response_status: number | null
  response_body: string | null
  created_at: Date
}
