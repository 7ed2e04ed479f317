import type { FoundKey } from '#lib/found-key.ts'
import { grants } from '#shared/grants.ts'
import { TEAM_KEY_SCOPES } from '#shared/scopes.ts'

/**
 * Returns a key with the scopes that it can use. One that is confined to teams, or that belongs to a bot, has those of its scopes that are
 * about conversations, tickets and contacts: others concern the whole workspace, such as the webhooks, which receive all events.
 */
export function confineKey<K extends Pick<FoundKey, 'scopes' | 'teamIds' | 'botId'>>(key: K): K {
  if (key.teamIds === null && key.botId === null) return key
  return { ...key, scopes: TEAM_KEY_SCOPES.filter((scope) => grants(key.scopes, scope)) }
}
