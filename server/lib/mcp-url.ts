import type { Config } from './settings/config.ts'
import { APP_SCOPES } from '#shared/connected-apps.ts'

type WithUrl = Pick<Config, 'publicUrl'>

/** Path of the metadata of `/mcp`. Source: RFC 9728 §3.1. */
export const MCP_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/** Returns the URL of `/mcp`, for which the tokens of connected apps are valid. */
export function mcpUrl({ publicUrl }: WithUrl): string {
  return `${publicUrl}/mcp`
}

/**
 * Returns a `WWW-Authenticate` header that leads a program to the authorization server of `/mcp`. `scope` contains the scopes
 * that the request needs; by default all that an app can ask for. Sources: RFC 6750 §3, RFC 9728 §5.1.
 */
export function mcpChallenge(
  { publicUrl }: WithUrl,
  { error, scope = APP_SCOPES }: { error?: string | undefined; scope?: readonly string[] } = {},
): string {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${publicUrl}${MCP_METADATA_PATH}"`,
    `scope="${scope.join(' ')}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

/** Returns whether an address is that of `/mcp`; scheme and host may be in upper case. */
export function isMcpUrl(config: WithUrl, address: string): boolean {
  return URL.parse(address)?.href.replace(/\/$/, '') === new URL(mcpUrl(config)).href
}
