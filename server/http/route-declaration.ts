import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import type { Idempotency } from '#lib/idempotency.ts'
import type { Precondition } from '#lib/precondition.ts'
import type { ReadKind } from '#lib/pacing/read-slots.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Runs } from './answer-once.ts'
import type { BatchItem, ItemOutcome } from './create-batch.ts'
import type { BatchedVerb } from './create-batched-answer.ts'
import type { Expander } from './create-expander.ts'
import type { Permission } from './permission.ts'

/** A text of a route, or one for each address of its resource. */
export type Text = string | readonly (string | undefined)[]

/** The names of the parameters of a path. */
type ParamsOf<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamsOf<`/${More}`>
    : Rest
  : never

/** A request of a route: its path parameters by their names, and its other parts after validation. */
export type Call<Path, Query extends TSchema, Body extends TSchema> = {
  [name in ParamsOf<Path>]: string
} & {
  query: Static<Query>
  body: Static<Body>
  /** The check that `If-Match` asks for, if the route is conditional. */
  precondition: Precondition | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** A route apart from what it does. Its permission, its tag and the error of a missing resource are those of the resource by default. */
export type RouteDeclaration<
  Query extends TSchema,
  Body extends TSchema,
  Answer extends object,
> = Pick<
  RouteShorthandOptions,
  'bodyLimit' | 'exposeHeadRoute' | 'preHandler' | 'validatorCompiler'
> & {
  /** An address whose id is undefined does not have the route. */
  operationId?: Text
  summary?: Text
  description?: Text
  tag?: string
  permission?: Permission
  /** Whether the caller must have proved a short time ago who they are. */
  fresh?: true
  /** By default, the id of the resource. */
  params?: TSchema
  query?: Query
  /** By default, an empty one for a POST of a verb, unless the route is hidden: then it reads what it gets. */
  body?: Body
  headers?: TSchema
  consumes?: readonly string[]
  produces?: readonly string[]
  hide?: true
  /** The codes that the verb throws, besides that of a missing resource. */
  errors?: readonly ErrorCode[]
  /** The shape of the answer of a success, by its status. Without it the answer is 204. */
  response?: Readonly<Record<number, Answer>>
  /** Whether the answer has an `ETag`, and the route honours `If-None-Match` (GET) or `If-Match` (others). */
  isConditional?: true
  /** The verb honours `Idempotency-Key` itself. */
  isIdempotent?: true
  /** The route reads what grows with the data, through `growingRead`, which can refuse it with `busy`. */
  reads?: ReadKind
  /** Allows the body to arrive slowly as long as it makes progress. For file uploads. */
  slowBody?: true
  bufferedBytes?: number
  findTrace?: (request: FastifyRequest) => Promise<string | undefined>
  /** Adds to the answer the resources that `expand` in the query names. */
  expander?: Expander
}

/** The result of a verb: the declared shape, or the reply or nothing if it sends the answer itself. */
type Answered<Answer> = Promise<Static<Answer & TSchema> | FastifyReply | void>

/**
 * A verb in the caller's workspace. `runs` says how it runs once for an `Idempotency-Key`; without it the route ignores that header.
 * `before` runs before the transaction, and its result is passed to the verb. `status` chooses among the declared ones.
 *
 * `identify` returns what identifies a request in place of its body, such as the digest of a file that `before` received. `before` then
 * runs before the key is claimed, and `discard` removes what it stored if the verb fails or does not run, as for a repetition.
 */
export type VerbAction<C, Answer, Facts> = {
  runs?: Runs
  status?: (call: C) => number
  before?: (scope: Scope, call: C) => Promise<Facts>
  identify?: (facts: Facts) => object
  discard?: (facts: Facts) => Promise<void>
  run: (scope: Scope, call: C, facts: Facts) => Answered<Answer>
}

/** A verb that runs once by itself. */
export type AnswerAction<C> = {
  answer: (scope: Scope, call: C, idempotency: Idempotency | undefined) => Promise<StoredAnswer>
}

/** An action without a workspace, as in routes that anybody can call. */
export type OpenAction<C, Answer> = { serve: (call: C) => Answered<Answer> }

/** A verb whose concurrent calls share a transaction; `input` reads its input from a request. */
export type BatchedAction<C, Input, Facts> = BatchedVerb<Input, Facts> & {
  input: (call: C) => Input
}

/** The fields of an item of a batch of items, without its key. */
type InputOf<Item extends TSchema> = Omit<Static<Item>, 'idempotency_key'>

/** A verb for many items of one request: each is validated on its own, and done at most once for its key. */
export type ItemsAction<Item extends TObject> = {
  item: Item
  run: (scope: Scope, items: BatchItem<InputOf<Item>>[]) => Promise<ItemOutcome[]>
}

type AnyCall = Call<string, TSchema, TSchema>
type AnyAction = VerbAction<AnyCall, object, unknown> &
  AnswerAction<AnyCall> &
  OpenAction<AnyCall, object>

/** A declared route without its types. */
export type AnyRoute = RouteDeclaration<TSchema, TSchema, object> & Partial<AnyAction>

/** A declared route of a batched verb without its types. */
export type AnyBatchedRoute = RouteDeclaration<TSchema, TSchema, object> &
  BatchedAction<AnyCall, unknown, unknown>

/** A declared route for many items without its types. */
export type AnyItemsRoute = RouteDeclaration<TSchema, TSchema, object> & ItemsAction<TObject>
