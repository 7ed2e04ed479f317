import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `authenticators`: the authenticator apps of users; `confirmed_at` is null until a code was confirmed. */
export type Authenticators = {
  user_id: string
  secret: Buffer
  confirmed_at: Date | null
  last_step: Defaulted<Bigint>
  created_at: Date
}

/** Rows of `recovery_codes`: the hashes of codes that were not used yet. */
export type RecoveryCodes = {
  user_id: string
  hash: Buffer
  created_at: Date
}

/** Rows of `second_steps`: sign-ins with a correct password that wait for a code. */
export type SecondSteps = {
  hash: Buffer
  user_id: string
  workspace_id: string | null
  attempts: Defaulted<number>
  expires_at: Date
  created_at: Date
}
