import type { TObject, TSchema } from 'typebox'
import { Type } from 'typebox'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { App } from './app.ts'
import { scopeOf } from './add-authentication.ts'
import { batchValidator, createBatch } from './create-batch.ts'
import { createBatchedAnswer } from './create-batched-answer.ts'
import type { AnswerCall } from './create-batched-answer.ts'
import { defined } from '#lib/defined.ts'
import type { Permission } from './permission.ts'
import type {
  AnswerAction,
  AnyBatchedRoute,
  AnyItemsRoute,
  AnyRoute,
  BatchedAction,
  Call,
  RouteDeclaration,
  ItemsAction,
  OpenAction,
  Text,
  VerbAction,
} from './route-declaration.ts'
import { statusOf, toHandler } from './to-handler.ts'

/**
 * The defaults of the routes of a resource: `read` is the permission of GET, `write` of the other methods, `tag` groups them in the
 * API description, and `notFound` is the error code for an id that does not exist.
 */
type Common = { tag?: string; read?: Permission; write?: Permission; notFound?: ErrorCode }

/** An address of a resource that has several. */
type Address<Base extends string> = Pick<Common, 'read' | 'write' | 'tag'> & { base: Base }

/** Adds one route: what it is, and what it does. */
type AddRoute<Base extends string> = <
  const Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends object,
  Facts,
>(
  path: Path,
  route: RouteDeclaration<Query, Body, Answer> &
    (
      | VerbAction<Call<`${Base}${Path}`, Query, Body>, Answer, Facts>
      | AnswerAction<Call<`${Base}${Path}`, Query, Body>>
      | OpenAction<Call<`${Base}${Path}`, Query, Body>, Answer>
    ),
) => void

/** Adds a route whose concurrent requests share a transaction. Returns the function that answers one call. */
type AddBatchedRoute<Base extends string> = <
  const Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Input,
  Facts,
>(
  path: Path,
  route: RouteDeclaration<Query, Body, TSchema> &
    BatchedAction<Call<`${Base}${Path}`, Query, Body>, Input, Facts>,
) => AnswerCall<Input>

/** Adds a route for many items. */
type AddItemsRoute = <Item extends TObject>(
  path: string,
  route: RouteDeclaration<TSchema, TSchema, TSchema> & ItemsAction<Item>,
) => void

/** Functions that add the routes of a resource. */
export type Resource<Base extends string = string> = {
  get: AddRoute<Base>
  post: AddRoute<Base>
  put: AddRoute<Base>
  patch: AddRoute<Base>
  delete: AddRoute<Base>
  postBatched: AddBatchedRoute<Base>
  patchBatched: AddBatchedRoute<Base>
  postItems: AddItemsRoute
}

/** The resource to which a route is added. `index` chooses the text of its address from lists of texts. */
type Place = { app: App; base: string; common: Common; index: number }

/**
 * Returns functions that add the routes below `base`. A route is a declaration: its texts, permission, shapes and errors, the verb, and
 * how that runs. The frame does what follows from it: idempotency, the status, and the check of `If-Match`.
 */
export function resource<const Base extends string>(
  app: App,
  base: Base,
  common: Common,
): Resource<Base> {
  return addersAt({ app, base, common, index: 0 })
}

/**
 * Adds the routes that `declare` declares at each address: they are the same but for their permissions and texts. A text that differs
 * is a list, in the order of the addresses.
 */
export function resourceAt<const Base extends string>(
  app: App,
  addresses: readonly Address<Base>[],
  common: Common,
  declare: (routes: Resource<Base>, index: number) => void,
): void {
  for (const [index, { base, ...own }] of addresses.entries()) {
    const place = { app, base, common: { ...common, ...own }, index }
    declare(addersAt(place), index)
  }
}

function addersAt<Base extends string>(place: Place): Resource<Base> {
  const add = (method: string) => (path: string, route: AnyRoute) =>
    addRoute(place, method, path, route)
  const addBatched =
    (method: string) =>
    (path: string, { input, before, run, isShared = false, ...route }: AnyBatchedRoute) => {
      const answerCall = createBatchedAnswer(statusOf(route), { before, run, isShared })
      const answer: AnyRoute['answer'] = (scope, call, idempotency) =>
        answerCall(scope, input(call), idempotency)
      addRoute(place, method, path, { ...route, answer })
      return answerCall
    }
  const adders = {
    get: add('GET'),
    post: add('POST'),
    put: add('PUT'),
    patch: add('PATCH'),
    delete: add('DELETE'),
    postBatched: addBatched('POST'),
    patchBatched: addBatched('PATCH'),
    postItems(path: string, { item, run, ...route }: AnyItemsRoute) {
      const answerItems = createBatch<Record<string, unknown>>(item, (request, items) =>
        run(scopeOf(request), items),
      )
      const serve: AnyRoute['serve'] = ({ request, reply }) => answerItems(request, reply)
      addRoute(place, 'POST', path, {
        ...route,
        isIdempotent: true,
        validatorCompiler: batchValidator,
        serve,
      })
    },
  }
  return adders as unknown as Resource<Base>
}

function addRoute(place: Place, method: string, path: string, route: AnyRoute): void {
  const { app, base, common, index } = place
  const at = (text: Text | undefined) => (typeof text === 'object' ? text[index] : text)
  const operationId = at(route.operationId)
  if (route.operationId !== undefined && operationId === undefined) return
  const url = base + path
  const hasId = /:id\b/.test(url)
  const { permission = method === 'GET' ? common.read : common.write, tag = common.tag } = route
  const errors = [...(route.errors ?? []), ...(hasId && common.notFound ? [common.notFound] : [])]
  const schema = {
    operationId,
    summary: at(route.summary),
    description: at(route.description),
    tags: tag === undefined ? undefined : [tag],
    hide: route.hide,
    consumes: route.consumes,
    produces: route.produces,
    params: route.params ?? (hasId ? IdParams : undefined),
    querystring: route.query,
    body: route.body ?? (method === 'POST' && route.run && !route.hide ? EmptyBody : undefined),
    headers: route.headers,
    errors: errors.length > 0 ? errors : undefined,
    isConditional: route.isConditional,
    isIdempotent: route.runs || route.answer ? (true as const) : route.isIdempotent,
    response: route.response ?? { 204: Type.Null() },
  }
  const config = {
    permission: permission && route.fresh ? { ...permission, fresh: true as const } : permission,
    reads: route.reads,
    slowBody: route.slowBody,
    bufferedBytes: route.bufferedBytes,
    findTrace: route.findTrace,
  }
  const { bodyLimit, exposeHeadRoute, preHandler, validatorCompiler } = route
  app.route({
    method,
    url,
    ...defined({ bodyLimit, exposeHeadRoute, preHandler, validatorCompiler }),
    config: defined(config),
    schema: defined(schema),
    handler: toHandler(method, route),
  })
}
