import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#db/context.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { isMcpUrl, MCP_METADATA_PATH } from '#lib/mcp-url.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { describeResource, describeServer, OAUTH_PATHS } from './describe-server.ts'
import { exchangeCode } from '../apps/exchange-code.ts'
import { OauthError } from '../apps/oauth-error.ts'
import { readParameters } from '../apps/read-parameters.ts'
import { networkOf } from '#lib/network-of.ts'
import { refreshTokens } from '../apps/refresh-tokens.ts'
import { registerClient } from '../apps/register-client.ts'
import { revokeToken } from '../apps/revoke-token.ts'

/** Per network. Servers of hosted apps refresh the tokens of many users from few addresses. */
const LIMIT = { ratePerSecond: 20, burst: 200 }
/** How often a connected app refreshes its tokens, which last an hour. Each refresh stores new ones. */
const REFRESHES = { ratePerSecond: 1 / 30, burst: 30 }

/**
 * Adds the authorization server of `/mcp`: its metadata, and what programs call without a browser. It is no part of the API
 * description, because its metadata describes it and its errors have another form.
 */
export function addOauthRoutes(app: App, context: Context): void {
  const { config } = context
  const buckets = createSharedBuckets(context, 'requests of apps for tokens')
  function limit(key: string, rate: typeof LIMIT): void {
    requireAllowed(buckets.take(key, rate), 'Too many requests for tokens. Try again in a moment.')
  }
  const metadata = resource(app, '', {
    read: { open: 'programs read it before they have access' },
  })
  for (const path of ['/.well-known/oauth-protected-resource', MCP_METADATA_PATH])
    metadata.get(path, {
      hide: true,
      serve: async ({ reply }) => sendMetadata(reply, describeResource(config)),
    })
  metadata.get('/.well-known/oauth-authorization-server', {
    hide: true,
    serve: async ({ reply }) => sendMetadata(reply, describeServer(config)),
  })
  app.register(async (oauth: App) => {
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    )
    oauth.addHook('onRequest', async (request) => {
      limit(networkOf(request.ip), LIMIT)
    })
    addTokenRoutes(oauth, context, (appId) => limit(`app ${appId}`, REFRESHES))
  })
}

function addTokenRoutes(app: App, context: Context, limit: (appId: string) => void): void {
  const { config } = context
  const oauth = resource(app, '', {})

  oauth.post(OAUTH_PATHS.token, {
    permission: { open: 'the code or the refresh token authorizes it' },
    hide: true,
    serve: ({ request, reply }) =>
      answer(reply, 200, async () => {
        const given = readForm(request)
        const clientId = need(given, 'client_id')
        const target = given.get('resource')
        if (target !== undefined && !isMcpUrl(config, target))
          throw new OauthError('invalid_target', `resource must be ${config.publicUrl}/mcp.`)
        switch (need(given, 'grant_type')) {
          case 'authorization_code':
            return exchangeCode(context, {
              clientId,
              code: need(given, 'code'),
              verifier: need(given, 'code_verifier'),
              redirectUri: given.get('redirect_uri'),
            })
          case 'refresh_token':
            return refreshTokens(context, {
              clientId,
              refreshToken: need(given, 'refresh_token'),
              scope: given.get('scope'),
              limit,
            })
          default:
            throw new OauthError(
              'unsupported_grant_type',
              'grant_type must be authorization_code or refresh_token.',
            )
        }
      }),
  })
  oauth.post(OAUTH_PATHS.revoke, {
    permission: { open: 'the token authorizes it' },
    hide: true,
    serve: ({ request, reply }) =>
      answer(reply, 200, async () => {
        const given = readForm(request)
        const clientId = need(given, 'client_id')
        await revokeToken(context, { clientId, token: need(given, 'token') })
        return {}
      }),
  })
  oauth.post(OAUTH_PATHS.register, {
    permission: { open: 'a registration gives no access' },
    hide: true,
    serve: ({ request, reply }) =>
      answer(reply, 201, async () => registerClient(context, request.body)),
  })
}

/** Metadata are the same for everyone, so browsers and proxies may keep them for some minutes. */
function sendMetadata(reply: FastifyReply, metadata: object): FastifyReply {
  return reply.header('cache-control', 'public, max-age=300').send(metadata)
}

/** Sends the result of `run`, or its error in the form of OAuth. */
async function answer(
  reply: FastifyReply,
  status: number,
  run: () => Promise<object>,
): Promise<FastifyReply> {
  try {
    return await reply.code(status).send(await run())
  } catch (err) {
    if (!(err instanceof OauthError)) throw err
    const isClient = err.code === 'invalid_client'
    if (isClient) reply.header('www-authenticate', 'Basic')
    return reply
      .code(isClient ? 401 : 400)
      .send({ error: err.code, error_description: err.message })
  }
}

/** Reads the parameters of a form. @throws {OauthError} invalid_request, invalid_client (a secret: apps have none) */
function readForm({ body, headers }: FastifyRequest): ReadonlyMap<string, string> {
  if (typeof body !== 'string')
    throw new OauthError(
      'invalid_request',
      'Send the parameters as Content-Type: application/x-www-form-urlencoded.',
    )
  if (headers.authorization !== undefined)
    throw new OauthError(
      'invalid_client',
      'Send client_id in the body, and no Authorization header.',
    )
  return readParameters(body)
}

function need(given: ReadonlyMap<string, string>, name: string): string {
  const value = given.get(name)
  if (value === undefined) throw new OauthError('invalid_request', `${name} is required.`)
  return value
}
