import type { FoundKey } from '#lib/found-key.ts'
import { grants } from '#shared/grants.ts'
import { TEAM_KEY_SCOPES } from '#shared/scopes.ts'

/**
 * Returns a key with the scopes that it can use. One that is confined to teams has those of its scopes that are about conversations,
 * tickets and contacts: others concern the whole workspace, such as the webhooks, which receive all events.
 */
export function confineKey<K extends Pick<FoundKey, 'scopes' | 'teamIds'>>(key: K): K {
  if (key.teamIds === null) return key
  return { ...key, scopes: TEAM_KEY_SCOPES.filter((scope) => grants(key.scopes, scope)) }
}
