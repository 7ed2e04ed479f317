import { bytes, number, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The authenticator apps of users; `confirmed_at` is null until a code was confirmed. */
export const authenticators = directoryTable().columns({
  user_id: uuid(),
  secret: bytes().secret('authenticator_secret'),
  confirmed_at: time().nullable(),
  last_step: number().defaulted(),
  created_at: time(),
})

/** The hashes of codes that were not used yet. */
export const recovery_codes = directoryTable().columns({
  user_id: uuid(),
  hash: bytes(),
  created_at: time(),
})

/** Sign-ins with a correct password that wait for a code. */
export const second_steps = directoryTable({ withoutContacts: 'sign-ins of members' }).columns({
  hash: bytes(),
  user_id: uuid(),
  workspace_id: uuid().nullable(),
  attempts: number().defaulted(),
  expires_at: time(),
  created_at: time(),
})
