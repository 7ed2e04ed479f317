import type { KeyMode } from '#shared/api-keys.ts'
import type { Visibility } from '#shared/roles.ts'

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
  /** The teams whose conversations the key sees; null means those of the whole workspace. */
  teamIds: string[] | null
  /** With `teamIds`: whether it also sees what has no team. */
  seesNoTeam: boolean
  /** Whether it is a connected app, which only `/mcp` accepts. */
  isApp?: true
  /** The member who connected the app, which sees what they see. */
  member?: { id: string; visibility: Visibility; seesNoTeam: boolean }
}
