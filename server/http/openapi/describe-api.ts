import { describeFailures } from './describe-failures.ts'
import { extendSchemas } from './extend-schemas.ts'
import { nameBodies } from './name-bodies.ts'
import { nameSchemas } from './name-schemas.ts'
import { shareContents } from './share-contents.ts'
import { shareParameters } from './share-parameters.ts'
import { CONDITIONAL_HEADERS, CONDITIONS, HEADERS, IDEMPOTENCY_KEY } from './headers.ts'
import { Problem } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** The description as the plugin builds it. */
export type Described = {
  paths: Record<string, PathItem>
  components: { securitySchemes?: Record<string, object> }
  tags?: { name: string }[]
}
type PathItem = Record<string, Operation>
type Operation = {
  operationId: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
  security?: object[]
  'x-problem-codes'?: ErrorCode[]
  'x-route-codes'?: ErrorCode[]
  'x-idempotent'?: boolean
  'x-conditional'?: 'read' | 'change'
}
type BodySchema = {
  properties?: Record<string, object>
  required?: string[]
  minProperties?: number
  additionalProperties?: unknown
}
type Media = {
  schema?: BodySchema
  example?: unknown
}
type Parameter =
  | { name: string; in: string; required?: boolean; example?: unknown }
  | (ListParameter & { name: string; in: string; required?: boolean; example?: unknown })
  | { $ref: string }
type ListParameter = {
  schema: Record<string, unknown> & { 'x-list'?: readonly string[] }
  example?: unknown
}
type Answer = { description: string; headers?: object; content?: object }

/**
 * Parts of a description that no route of the server has: paths of the ingest server, webhooks, and schemas that say more than
 * the ones with which routes answer.
 */
export type OtherParts = {
  paths: Record<string, Record<string, object>>
  webhooks: Record<string, object>
  schemas: Record<string, object>
  /** The examples of bodies, and of query parameters, by operation. */
  examples: {
    bodies: Readonly<Record<string, object>>
    queries: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** What an answer means that a route does not describe. */
const ANSWERS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted, and processed later.',
  204: 'Success, without content.',
  207: 'A result for each item.',
  304: 'The resource still has the `ETag` of the request.',
}

/**
 * Returns the description of the operations whose path `isIncluded` accepts, with named schemas, shared parameters and
 * headers, and each status that an operation answers with. `others` are added.
 */
export function describeApi(
  described: Described,
  isIncluded: (path: string) => boolean,
  { examples, ...others }: Pick<OtherParts, 'examples'> & Partial<OtherParts>,
): object {
  const { paths: routes, components, tags = [], ...rest } = structuredClone(described)
  const paths = {
    ...Object.fromEntries(Object.entries(routes).filter(([path]) => isIncluded(path))),
    ...(structuredClone(others.paths) as Record<string, PathItem> | undefined),
  }
  const operations = Object.values(paths).flatMap((each) => Object.values(each))
  const hasConditions = operations.some((each) => each['x-conditional'] !== undefined)
  const failures = describeFailures(
    new Map(
      operations.map(
        ({ operationId, 'x-problem-codes': codes = [], 'x-route-codes': own = [] }) => [
          operationId,
          { codes, own },
        ],
      ),
    ),
  )
  for (const operation of operations) {
    addExamples(operation, examples)
    completeOperation(operation, failures.byOperation.get(operation.operationId))
  }
  nameBodies(operations)
  const webhooks = structuredClone(others.webhooks ?? {}) as Record<string, PathItem>
  const received = Object.values(webhooks).flatMap((each) => Object.values(each))
  const parts = {
    paths,
    ...(others.webhooks && { webhooks }),
    replaced: others.schemas ?? {},
    problem: Problem,
    parameters: {
      IdempotencyKeyHeader: IDEMPOTENCY_KEY,
      ...(hasConditions && CONDITIONS),
      ...shareParameters([...operations, ...received]),
    },
  }
  const {
    parts: { problem: _, parameters, replaced, ...named },
    schemas,
  } = nameSchemas(parts)
  const all = { ...schemas, ...(replaced as typeof schemas) }
  const extended = extendSchemas(named, all)
  const finished = Object.values(extended.paths as Record<string, PathItem>).flatMap((each) =>
    Object.values(each),
  )
  const used = new Set(finished.flatMap(({ tags: names }) => names))
  const contents = shareContents(finished)
  const security = takeUsualSecurity(finished)
  const schemes = new Set(
    operations.flatMap(({ security = [] }) => security.flatMap((each) => Object.keys(each))),
  )
  const securitySchemes = Object.fromEntries(
    Object.entries(components.securitySchemes ?? {}).filter(([name]) => schemes.has(name)),
  )
  return {
    ...rest,
    tags: tags.filter(({ name }) => used.has(name)),
    security,
    'x-usual-problem-codes': failures.usual,
    ...extended,
    components: {
      securitySchemes,
      schemas: extendSchemas(all, all),
      parameters,
      requestBodies: contents.requestBodies,
      responses: { ...failures.responses, ...contents.responses },
      headers: hasConditions ? { ...HEADERS, ...CONDITIONAL_HEADERS } : HEADERS,
    },
  }
}

/** Removes the security that most operations have from them, and returns it: it is that of the whole description. */
function takeUsualSecurity(operations: readonly Operation[]): object[] {
  const counts = new Map<string, number>()
  for (const { security } of operations) {
    const text = JSON.stringify(security)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const [[usual] = ['[]']] = [...counts].toSorted(([, a], [, b]) => b - a)
  for (const operation of operations)
    if (JSON.stringify(operation.security) === usual) delete operation.security
  return JSON.parse(usual)
}

/** Adds the examples of an operation to its body and its query parameters. */
function addExamples(operation: Operation, { bodies, queries }: OtherParts['examples']): void {
  const { operationId, requestBody, parameters = [] } = operation
  for (const media of Object.values(requestBody?.content ?? {})) {
    const fields = Object.keys(media.schema?.properties ?? {})
    const file = fields.includes('file') && { file: 'The bytes of the file.' }
    if (file || bodies[operationId]) media.example = { ...bodies[operationId], ...file }
    else if (fields.length === 0) media.example = {}
  }
  const query = queries[operationId] ?? {}
  for (const parameter of parameters) {
    if ('$ref' in parameter) continue
    // The plugin copies the example of a type, such as any id, which is not one of the filter.
    delete parameter.example
    if (parameter.in === 'query' && parameter.name in query)
      parameter.example = query[parameter.name]
  }
}

/** Describes a parameter that takes several values (`choiceList`) as a list, which is sent as a text with commas. */
function describeList(parameter: ListParameter): void {
  const { 'x-list': choices, title } = parameter.schema
  if (!choices) return
  const { example } = parameter
  Object.assign(parameter, {
    schema: { type: 'array', items: { title, type: 'string', enum: choices } },
    style: 'form',
    explode: false,
    ...(typeof example === 'string' && { example: example.split(',') }),
  })
}

/** Returns whether a body has no field that must be sent. */
function isOptional(schema: BodySchema | undefined): boolean {
  if (schema?.additionalProperties !== false || schema.minProperties) return false
  return (schema.required ?? []).length === 0
}

/**
 * Completes an operation: its failures, and the headers of conditional requests and of idempotency. The headers that most answers
 * have are described once, with the whole API.
 */
function completeOperation(
  operation: Operation,
  failures: { responses: object; listed: object } | undefined,
): void {
  const { 'x-idempotent': isIdempotent = false, 'x-conditional': condition } = operation
  delete operation['x-problem-codes']
  delete operation['x-route-codes']
  delete operation['x-idempotent']
  delete operation['x-conditional']
  for (const parameter of operation.parameters ?? []) {
    if ('required' in parameter && !parameter.required) delete parameter.required
    if ('schema' in parameter) describeList(parameter)
  }
  if (isIdempotent)
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKeyHeader' },
    ]
  const { requestBody: body } = operation
  // A request without a body is one without fields.
  if (body && isOptional(body.content['application/json']?.schema)) delete body.required
  if (condition)
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        $ref: `#/components/parameters/${condition === 'read' ? 'IfNoneMatchHeader' : 'IfMatchHeader'}`,
      },
    ]
  for (const [status, answer] of Object.entries(operation.responses)) {
    answer.description = ANSWERS[status] ?? answer.description
    if (condition && (status === '200' || status === '304'))
      answer.headers = { ETag: { $ref: '#/components/headers/ETag' } }
    if (status === '204' || status === '304') delete answer.content
  }
  Object.assign(operation.responses, failures?.responses)
  Object.assign(operation, { 'x-problem-codes': failures?.listed })
}
