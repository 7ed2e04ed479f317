/**
 * Rows of `app_codes`: authorization codes for apps, which are exchanged once. `challenge` is the SHA-256 of the verifier
 * in base64url; `app_id` is the connected app for which the code was exchanged.
 */
export type AppCodes = {
  hash: Buffer
  workspace_id: string
  membership_id: string
  client_id: string
  client_name: string
  redirect_uri: string
  challenge: string
  scopes: string[]
  app_id: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** Rows of `app_tokens`: tokens of connected apps, which are rows of `api_keys`. `used_at` is that of a refresh token. */
export type AppTokens = {
  hash: Buffer
  workspace_id: string
  app_id: string
  kind: 'access' | 'refresh'
  created_at: Date
  expires_at: Date
  used_at: Date | null
}
