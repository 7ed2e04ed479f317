import type { Defaulted } from '../column-types.ts'

/** Rows of `secret_keys`: the ids of the keys that encrypt secrets in this database. */
export type SecretKeys = { id: Buffer; created_at: Defaulted<Date> }
