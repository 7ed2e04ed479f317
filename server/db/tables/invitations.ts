import type { Role } from '#shared/roles.ts'
import { boolean, bytes, text, time, uuid, word } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The table `invitations`; `mailed` means that only the mailbox of the address got the link. */
export const invitations = directoryTable({
  withoutContacts: 'people who are to become members',
}).columns({
  workspace_id: uuid(),
  id: uuid(),
  token_hash: bytes(),
  email: text(),
  role: word<Role>(),
  mailed: boolean().defaulted(),
  invited_by: uuid().nullable(),
  created_at: time(),
  expires_at: time(),
  accepted_at: time().nullable(),
  revoked_at: time().nullable(),
})

/** Rows of `invitations`. */
export type Invitations = typeof invitations.row
