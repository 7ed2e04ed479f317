import { bytes, text, texts, time, uuid, word } from '../column.ts'
import { directoryTable } from '../table.ts'

/**
 * Authorization codes for apps, which are exchanged once. `challenge` is the SHA-256 of the verifier
 * in base64url; `app_id` is the connected app for which the code was exchanged.
 */
export const app_codes = directoryTable({
  withoutContacts: 'apps that members connect; deleted after a minute',
}).columns({
  hash: bytes(),
  workspace_id: uuid(),
  membership_id: uuid(),
  client_id: text(),
  client_name: text(),
  redirect_uri: text(),
  challenge: text(),
  scopes: texts(),
  app_id: uuid().nullable(),
  created_at: time(),
  expires_at: time(),
  used_at: time().nullable(),
})

/** Rows of `app_codes`. */
export type AppCodes = typeof app_codes.row

/** Tokens of connected apps, which are rows of `api_keys`. `used_at` is that of a refresh token. */
export const app_tokens = directoryTable({ withoutContacts: 'hashes of random tokens' }).columns({
  hash: bytes(),
  workspace_id: uuid(),
  app_id: uuid(),
  kind: word<'access' | 'refresh'>(),
  created_at: time(),
  expires_at: time(),
  used_at: time().nullable(),
})

/** Rows of `app_tokens`. */
export type AppTokens = typeof app_tokens.row
