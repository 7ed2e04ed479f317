import { boolean, bytes, number, text, texts, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The WebAuthn credentials of users. */
export const passkeys = directoryTable().columns({
  id: uuid(),
  user_id: uuid(),
  credential_id: bytes(),
  public_key: bytes(),
  counter: number(),
  is_device_bound: boolean(),
  transports: texts(),
  name: text(),
  created_at: time(),
  last_used_at: time().nullable(),
  copy_reported_at: time().nullable(),
})

/** Rows of `passkeys`. */
export type Passkeys = typeof passkeys.row

/** The hashes of challenges that were answered. */
export const used_challenges = directoryTable().columns({
  hash: bytes(),
  expires_at: time(),
})
