import type { KeyMode } from '#shared/api-keys.ts'

/**
 * The data that a request needs from its key. `rateLimit` is in requests per second; null means no rate limit.
 */
export type FoundKey = {
  workspaceId: string
  id: string
  scopes: string[]
  rateLimit: number | null
  expiresAt: Date | null
  revokedAt: Date | null
  /** The addresses and subnets that may use the key; null means all. */
  allowedNetworks: string[] | null
  mode: KeyMode
  /** Whether it is a connected app, which only `/mcp` accepts. */
  isApp?: true
}
