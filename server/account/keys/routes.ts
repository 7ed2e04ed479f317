import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { readTime } from '#lib/read-time.ts'
import { createApiKey, findKeyLimits } from './create-api-key.ts'
import { getApiKey } from './get-api-key.ts'
import { getMe } from './get-me.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { ApiKey, CreateApiKeyBody, CreatedApiKey, Me, RotateApiKeyBody } from './schema.ts'

/** Adds the routes of API keys. */
export function addApiKeyRoutes(app: App): void {
  const routes = resource(app, '/api', {
    tag: 'API keys',
    read: { anyKey: true },
    write: { session: 'admin' },
    notFound: 'api_key_not_found',
  })

  routes.get('/v1/me', {
    operationId: 'getMe',
    summary: 'Get the API key of the request',
    description:
      'Returns the key, its scopes and its workspace. Use it to test whether a key is valid and what it can do.',
    query: EmptyQuery,
    response: { 200: Me },
    run: (scope) => getMe(scope),
  })
  routes.get('/developer/api-keys', {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Returns all keys, including revoked and expired ones, newest first.',
    permission: { session: 'admin' },
    query: UnfilteredQuery,
    response: { 200: pageOf(ApiKey) },
    run: (scope, { query }) => listApiKeys(scope, query),
  })
  routes.get('/developer/api-keys/:id', {
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'Returns a key without its secret, also a revoked or expired one.',
    permission: { session: 'admin' },
    response: { 200: ApiKey },
    run: (scope, { id }) => getApiKey(scope, id),
  })
  routes.post('/developer/api-keys', {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The response contains the secret. It is shown only once.',
    fresh: true,
    body: CreateApiKeyBody,
    errors: ['bot_not_found', 'quota_exceeded', 'team_not_found'],
    response: { 201: CreatedApiKey },
    runs: 'directory',
    before: (scope, { body }) => findKeyLimits(scope, body),
    run: async (scope, { body: { expires_at: expiry, ...body } }, limits) => {
      const expires_at = expiry ? readTime(expiry, 'expires_at') : null
      return createApiKey(scope, { ...body, expires_at }, limits)
    },
  })
  routes.post('/developer/api-keys/:id/rotate', {
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, scopes, limits and expiry. Its secret is shown only once. The replaced key stays valid for `overlap_hours`.',
    fresh: true,
    body: RotateApiKeyBody,
    errors: ['api_key_ended', 'quota_exceeded'],
    response: { 201: CreatedApiKey },
    runs: 'directory',
    run: (scope, { id, body }) => rotateApiKey(scope, id, { overlapHours: body.overlap_hours }),
  })
  routes.delete('/developer/api-keys/:id', {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Requests with this key are rejected from now on.',
    run: (scope, { id }) => revokeApiKey(scope, id),
  })
}
