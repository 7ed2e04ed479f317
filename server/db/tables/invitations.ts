import type { Role } from '#shared/actors.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `invitations`; `mailed` means that only the mailbox of the address got the link. */
export type Invitations = {
  workspace_id: string
  id: string
  token_hash: Buffer
  email: string
  role: Role
  mailed: Defaulted<boolean>
  invited_by: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}
