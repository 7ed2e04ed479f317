import type { Bigint } from '../column-types.ts'

/** Rows of `passkeys`: the WebAuthn credentials of users. */
export type Passkeys = {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: Bigint
  is_device_bound: boolean
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
  copy_reported_at: Date | null
}

/** Rows of `used_challenges`: the hashes of challenges that were answered. */
export type UsedChallenges = {
  hash: Buffer
  expires_at: Date
}
