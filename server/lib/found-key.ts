import type { KeyMode } from '#shared/api-keys.ts'
import type { SeeingMember } from './found-session.ts'

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
  /** The teams whose conversations the key sees, and whether it sees those of no team; null means the whole workspace. */
  teamIds: string[] | null
  seesNoTeam: boolean
  /** The bot that the key belongs to; null for others. */
  botId: string | null
  /** Whether it is a connected app, which only `/mcp` accepts. */
  isApp?: true
  /** The member for whom a connected app acts. */
  member?: SeeingMember
}
