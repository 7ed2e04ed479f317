/** A schema of the API description, with the keywords that the product uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  format?: string
  default?: unknown
  minimum?: number
  maximum?: number
  discriminator?: { mapping: Record<string, string> }
}

type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Body = { content: Content }
type Answer = { content?: Content }
type DescribedOperation = {
  operationId: string
  summary: string
  description?: string
  tags: [string]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: Body | { $ref: string }
  responses: Record<string, Answer | { $ref: string }>
}

/** The API description of the product (`/openapi.json`), as far as the clients need it. */
export type Description = {
  info: { title: string; description: string }
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    requestBodies?: Record<string, Body>
    responses?: Record<string, Answer>
  }
}

/** A field of the parameters of an operation. */
export type Field = {
  name: string
  schema: Schema
  isRequired: boolean
  isPath: boolean
  isQuery: boolean
  description?: string | undefined
  example?: unknown
}

/**
 * An operation of the API, with the fields of its path, query and body in one list.
 *
 * result: `json`, `text` (CSV, JSON lines), `binary`, `none`, or `stream` (server-sent events). pages: the query field that takes the
 * cursor of the next page, if the operation returns pages. hasFile: whether the body is a form with a `file`. body: the name of
 * the schema of another body. example: that of the body. isIdempotent: whether it takes an `Idempotency-Key`.
 */
export type Operation = {
  id: string
  tag: string
  summary: string
  resource: string
  method: string
  path: string
  text: string
  fields: Field[]
  hasFile: boolean
  body?: string | undefined
  result: 'json' | 'text' | 'binary' | 'none' | 'stream'
  schema?: Schema | undefined
  pages?: 'cursor' | 'after' | undefined
  example?: unknown
  isIdempotent: boolean
}

/** Returns the operations below `/api/v1` in the order of the description. */
export function listOperations({ paths, components }: Description): Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        toOperation(path, method.toUpperCase(), operation, components),
      ),
    )
}

/** Returns the names of the schemas that `schemas` refer to, directly or through others. */
export function findNames(schemas: unknown, description: Description): Set<string> {
  const names = new Set<string>()
  visit(schemas)
  return names

  function visit(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    const { $ref } = part as { $ref?: unknown }
    if (typeof $ref === 'string') {
      const name = nameOf($ref)
      if (names.has(name)) return
      names.add(name)
      visit(description.components.schemas[name])
    }
    for (const each of Object.values(part)) visit(each)
  }
}

/** Returns the name of the schema that a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function toOperation(
  path: string,
  method: string,
  operation: DescribedOperation,
  components: Description['components'],
): Operation {
  const { schemas } = components
  const parameters = (operation.parameters ?? []).map((each) =>
    resolve(each, components.parameters),
  )
  const { content } = resolve(operation.requestBody ?? { content: {} }, components.requestBodies)
  const hasFile = 'multipart/form-data' in content
  const json = content['application/json']?.schema
  const described = json ?? content['multipart/form-data']?.schema
  const whole = described?.$ref ? schemas[nameOf(described.$ref)] : described
  const body = whole?.allOf?.find((part) => part.properties) ?? whole
  const fields: Field[] = [
    ...parameters
      .filter((each) => each.in === 'path' || each.in === 'query')
      .map(({ name, required = false, schema, description, example, ...rest }) => ({
        name,
        // A list in a query is a text with commas, so that clients accept one too.
        schema: schema.type === 'array' ? { anyOf: [schema, { type: 'string' }] } : schema,
        isRequired: required,
        isPath: rest.in === 'path',
        isQuery: rest.in === 'query',
        description: description ?? schema.description,
        example: example ?? schema.default,
      })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      isRequired: body?.required?.includes(name) ?? false,
      isPath: false,
      isQuery: false,
      description: schema.description,
    })),
  ]
  const names = fields.map(({ name }) => name)
  const doubled = names.find((name, at) => names.indexOf(name) !== at)
  if (doubled !== undefined) throw new Error(`${operation.operationId} has two fields ${doubled}.`)
  if (fields.some((each) => each.isQuery) && body && !hasFile)
    throw new Error(`${operation.operationId} has both a query and a body.`)
  const [, answer] = Object.entries(operation.responses).find(([status]) => status < '300')!
  const [type, answered] =
    Object.entries(resolve(answer, components.responses).content ?? {})[0] ?? []
  const schema = answered?.schema
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    summary: operation.summary,
    resource: toResource(operation.tags[0]),
    method,
    path,
    text: [`${operation.summary}.`, operation.description].filter(Boolean).join(' '),
    fields,
    hasFile,
    body: json?.$ref && nameOf(json.$ref),
    result: toResult(type),
    schema,
    pages: findPages(names, schema?.$ref ? schemas[nameOf(schema.$ref)] : schema),
    example: content['application/json']?.example,
    isIdempotent: parameters.some((each) => each.name === 'Idempotency-Key'),
  }
}

/** Returns a part of an operation, or the shared part that it refers to. */
function resolve<T extends object>(part: T | { $ref: string }, shared: Record<string, T> = {}): T {
  return '$ref' in part ? shared[nameOf(part.$ref)]! : part
}

function toResult(type: string | undefined): Operation['result'] {
  if (type === undefined) return 'none'
  if (type.startsWith('application/json')) return 'json'
  if (type.startsWith('text/event-stream')) return 'stream'
  return /^text\/|ndjson/.test(type) ? 'text' : 'binary'
}

function findPages(names: string[], page: Schema | undefined): Operation['pages'] {
  if (!page?.properties?.['data'] || !page.properties['next_cursor']) return undefined
  if (names.includes('cursor')) return 'cursor'
  return names.includes('after') && page.properties['has_more'] ? 'after' : undefined
}

/** Returns the name of a resource in code: `Bulk actions` is `bulkActions`. */
function toResource(tag: string): string {
  const [first, ...others] = tag.split(' ')
  const upper = others.map((word) => word[0]!.toUpperCase() + word.slice(1))
  return [first!.toLowerCase(), ...upper].join('')
}
