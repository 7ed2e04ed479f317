import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Scope } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { compileValidator } from '#http/compile-validator.ts'
import { AppError } from '#lib/errors.ts'
import { mcpChallenge } from '#lib/mcp-url.ts'
import { createMessageSender } from '#messages/queueing/create-message-sender.ts'

/** Adds `/mcp`, the endpoint of the Model Context Protocol. Its code is loaded by the first request. */
export function addMcpRoutes(app: App, context: Context): void {
  const { publicUrl } = context.config
  const send = createMessageSender(context)
  let serving: ReturnType<typeof loadMcp> | undefined
  async function run(
    scope: Scope,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<FastifyReply> {
    checkCaller(request, publicUrl)
    // A stream of changes would never end, and there is nothing to announce: the lists of tools do not change.
    if ((request.body as { method?: unknown } | null)?.method === 'subscriptions/listen')
      throw new AppError('route_not_found', 'This server has no subscriptions.')
    serving ??= loadMcp()
    const { serve, findMissing } = await serving
    const caller = { scope, keyScopes: request.keyScopes ?? [], send }
    // An app can ask its user for more; the holder of a key cannot, so the model learns it from the tool's result.
    const missing = request.apiKey?.isApp ? findMissing(request.body, caller) : []
    if (missing.length > 0) throw missingScopes(context, missing)
    const { method } = request
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
    const answer = await serve(
      new Request(new URL('/mcp', publicUrl), { method, headers }),
      request.body,
      caller,
    )
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply
      .code(answer.status)
      .serializer((body: unknown) => body as string)
      .send(await answer.text())
  }

  // The tools require different scopes.
  const permission = { anyKey: true, apps: true } as const
  const mcp = resource(app, '/mcp', { read: permission, write: permission })
  for (const add of [mcp.get, mcp.post, mcp.delete]) add('', { hide: true, run })
}

async function loadMcp() {
  const { createMcp } = await import('./create-mcp.ts')
  return createMcp((schema) => compileValidator(schema, 'body'))
}

/** Creates the error that makes an app ask its user for more. Source: MCP 2026-07-28, Authorization, "Scope Challenge Handling". */
function missingScopes({ config }: Pick<Context, 'config'>, scope: string[]): AppError {
  return new AppError(
    'insufficient_scope',
    `The app does not have the scope ${scope.join(', ')}.`,
    {
      headers: { 'www-authenticate': mcpChallenge(config, { error: 'insufficient_scope', scope }) },
    },
  )
}

/** Accepts of browsers only our own pages. @throws {AppError} cross_origin */
function checkCaller({ headers }: FastifyRequest, publicUrl: string): void {
  if (
    headers.origin !== undefined &&
    URL.parse(headers.origin)?.origin !== new URL(publicUrl).origin
  )
    throw new AppError('cross_origin', 'The request comes from another origin.')
}
