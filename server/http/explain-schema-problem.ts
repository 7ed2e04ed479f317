/** A problem that the schema validator found in one value of a request. */
export type SchemaProblem = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'an RFC 3339 timestamp',
  email: 'an email address',
  uuid: 'a UUID',
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

/** Lists JSON types as a phrase, such as "an integer or null". */
export function nameTypes(types: readonly string[]): string {
  return types.map((type) => TYPES[type] ?? type).join(' or ')
}

/**
 * Describes a problem as a predicate of its field, such as "must be at least 1". A pattern is never shown: the
 * schema explains it in `x-message`.
 */
export function explainSchemaProblem(schema: object, problem: SchemaProblem): string {
  const { limit, format, type } = problem.params as Record<string, unknown>
  switch (problem.keyword) {
    case 'minimum':
      return `must be at least ${String(limit)}`
    case 'maximum':
      return `must be at most ${String(limit)}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`
    case 'maxLength':
      return `must have at most ${String(limit)} characters`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} items`
    case 'maxItems':
      return `must have at most ${String(limit)} items`
    case 'maxProperties':
      return `must have at most ${String(limit)} fields`
    case 'uniqueItems':
      return 'must not repeat an item'
    case 'type':
      return typeof type === 'string' ? `must be ${nameTypes([type])}` : problem.message
    case 'format':
      return `must be ${FORMATS[String(format)] ?? `a valid ${String(format)}`}`
    case 'pattern':
      return readMessage(schema, problem.schemaPath) ?? 'has an invalid format'
    default:
      return problem.message
  }
}

/** Reads `x-message` of the part of `schema` that `path` (such as `#/properties/name`) points to. */
function readMessage(schema: object, path: string): string | undefined {
  let part: unknown = schema
  for (const name of path.split('/').slice(1)) part = (part as Record<string, unknown>)?.[name]
  const message = (part as Record<string, unknown> | undefined)?.['x-message']
  return typeof message === 'string' ? message : undefined
}
