import type { Role } from '#shared/actors.ts'

/** Rows of `invitations`. */
export type Invitations = {
  workspace_id: string
  id: string
  token_hash: Buffer
  email: string
  role: Role
  invited_by: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}
