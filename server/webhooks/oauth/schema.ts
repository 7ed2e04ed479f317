import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, filledText, nullable, titled } from '#lib/schemas.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { OAUTH } from '#shared/webhooks.ts'

const tokenUrl = Type.String({
  minLength: 1,
  maxLength: URL_CHARACTERS_MAX,
  description: 'The token endpoint of the authorization server. Its URL starts with https://.',
})
const clientId = Type.String({ minLength: 1, maxLength: OAUTH.clientIdCharactersMax })
const clientSecret = filledText(
  OAUTH.clientSecretCharactersMax,
  'Stored encrypted and never returned.',
)
const scope = Type.Optional(
  nullable(
    filledText(
      OAUTH.scopeCharactersMax,
      'Scopes with a space between them. Null asks for the default of the server.',
    ),
  ),
)

const DESCRIPTION =
  'OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server.'

/** The OAuth client of a new endpoint. */
export const CreateOauthBody = nullable(
  closedObject(
    { token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, scope },
    { title: 'NewWebhookOauth' },
  ),
  `${DESCRIPTION} Null means none.`,
)

/** Changes of the OAuth client of an endpoint: fields that are not named stay, null removes the client. */
export const UpdateOauthBody = nullable(
  closedObject(
    {
      token_url: Type.Optional(tokenUrl),
      client_id: Type.Optional(clientId),
      client_secret: Type.Optional(clientSecret),
      scope,
    },
    { title: 'WebhookOauthChanges' },
  ),
  `${DESCRIPTION} Fields that you don't name stay; null removes it. If \`token_url\` or the URL of the endpoint names another server, \`client_secret\` is required.`,
)

/** Changes of an OAuth client. */
export type OauthChanges = Static<typeof UpdateOauthBody>

/** The OAuth client of an endpoint as the API returns it: without its secret. */
export const EndpointOauth = nullable(
  titled('WebhookOauth', {
    token_url: Type.String(),
    client_id: Type.String(),
    scope: nullable(Type.String()),
  }),
  'Its OAuth client. The secret is never returned.',
)
