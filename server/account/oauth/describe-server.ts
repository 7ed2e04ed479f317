import type { Config } from '#lib/settings/config.ts'
import { mcpUrl } from '#lib/mcp-url.ts'
import { APP_SCOPES } from '#shared/connected-apps.ts'

type WithUrl = Pick<Config, 'publicUrl'>

/** The paths that programs call without a browser. */
export const OAUTH_PATHS = {
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

/** Returns the metadata of `/mcp`. Source: RFC 9728 §2. */
export function describeResource(config: WithUrl) {
  return {
    resource: mcpUrl(config),
    resource_name: 'Parley',
    resource_documentation: `${config.publicUrl}/docs/mcp`,
    authorization_servers: [config.publicUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: APP_SCOPES,
  }
}

/** Returns the metadata of the authorization server. Sources: RFC 8414 §2, RFC 9207 §3, draft-ietf-oauth-client-id-metadata-document-00 §5. */
export function describeServer({ publicUrl }: WithUrl) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/authorize`,
    token_endpoint: publicUrl + OAUTH_PATHS.token,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint: publicUrl + OAUTH_PATHS.revoke,
    revocation_endpoint_auth_methods_supported: ['none'],
    registration_endpoint: publicUrl + OAUTH_PATHS.register,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: APP_SCOPES,
    service_documentation: `${publicUrl}/docs/mcp`,
  }
}
