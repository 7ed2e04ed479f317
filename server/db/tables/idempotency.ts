/** Rows of `idempotency_keys`: the first answer to a key, byte for byte. */
export type IdempotencyKeys = {
  workspace_id: string
  route: string
  key: string
  fingerprint: Buffer
  response_status: number | null
  response_body: string | null
  created_at: Date
}
