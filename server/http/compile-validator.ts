import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { AppError, fieldError } from '#lib/errors.ts'
import type { FieldError } from '#lib/errors.ts'
import { readEmail } from '#lib/read-email.ts'
import { isStorable } from './parse-json.ts'
import { explainSchemaProblem, nameTypes } from './explain-schema-problem.ts'
import { didYouMean } from '#lib/suggest-nearest.ts'
import { createNullDropper } from '#lib/create-null-dropper.ts'
import type { SchemaProblem } from './explain-schema-problem.ts'

// What callers write around an address is removed after the check.
Format.Set('email', (text) => readEmail(text) !== undefined)

/** The most problems that an error lists. */
const FIELDS_MAX = 20

/**
 * Compiles the validator of one part of a request. Values of the query and the path are texts: they are
 * converted to integers and booleans where the schema asks for those. Bodies are not converted.
 *
 * In the body of a POST, null or an empty text means that an optional field is not set; in that of a PATCH, which must change
 * something, an empty text means null.
 */
export function compileValidator(schema: object, httpPart: string | undefined, method?: string) {
  // Compiled by the first request: most processes never use most routes.
  let compiled: Validator | undefined
  const isText = httpPart === 'querystring' || httpPart === 'params'
  const isBody = httpPart === 'body'
  const isChange = method === 'PATCH'
  const dropNulls =
    isBody && (method === 'POST' || isChange) ? createNullDropper(schema, isChange) : undefined
  const { required = [] } = schema as { required?: readonly string[] }
  const needsFields = isBody && (required.length > 0 || method === 'PATCH')
  return (data: unknown): { value: unknown } | { error: Error } => {
    if (needsFields && (data === null || data === undefined))
      return { error: missingBody(required) }
    const sent = isText ? readTexts(schema, data) : (data ?? {})
    const value = dropNulls ? dropNulls(sent) : sent
    if (isText && !hasStorableTexts(data))
      return {
        error: new AppError('bad_request', 'The URL contains characters that are not allowed.'),
      }
    const validator = (compiled ??= Compile(schema as TSchema))
    if (validator.Check(value)) {
      if (method === 'PATCH' && isBody && Object.keys(value as object).length === 0)
        return { error: missingBody([]) }
      return { value }
    }
    const problems = validator.Errors(value) as unknown as SchemaProblem[]
    return { error: validationError(toFields(schema, problems)) }
  }
}

/** The schema of a text in a query. `x-list`: it may be repeated. */
type TextSchema = { type?: string; 'x-list'?: readonly string[] }

/** Converts texts to integers and booleans where `schema` asks for those and the text is one, and joins repeated values of lists. */
function readTexts(schema: object, data: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, TextSchema> }
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([name, text]: [string, unknown]) => {
      const { type, 'x-list': list } = Object.hasOwn(properties, name) ? properties[name]! : {}
      if (Array.isArray(text) && list) return [name, text.join(',')]
      if (typeof text !== 'string') return [name, text]
      if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return [name, Number(text)]
      if (type === 'boolean' && /^(true|false)$/.test(text)) return [name, text === 'true']
      return [name, text]
    }),
  )
}

/** Creates the 422 error of a body that is missing, or of a change without fields. */
function missingBody(required: readonly string[]): AppError {
  if (required.length === 0)
    return fieldError(
      'validation_failed',
      '',
      'The body must be a JSON object with at least one field.',
    )
  const detail = `The body is empty. It must be a JSON object with ${required.join(', ')}.`
  const fields = required.map((field) => ({ field, code: 'required', message: 'is required' }))
  return new AppError('validation_failed', detail, { fields })
}

/** Creates the 422 error that lists `fields`. */
function validationError(fields: FieldError[]): AppError {
  const detail = fields.map((field) => `${field.field || 'The body'} ${field.message}`).join('; ')
  return new AppError('validation_failed', `${detail}.`, { fields })
}

function hasStorableTexts(data: unknown): boolean {
  return Object.values(data ?? {}).every((text) => typeof text !== 'string' || isStorable(text))
}

function toFields(schema: object, problems: SchemaProblem[]): FieldError[] {
  const few = problems.slice(0, 200).map(shorten)
  const unions = few.filter((problem) => problem.keyword === 'anyOf')
  const simplified = unions.reduce((rest, union) => simplifyUnion(rest, union), few)
  const fields = simplified
    .filter((problem) => problem.keyword !== 'boolean')
    .flatMap((problem) =>
      toField(schema, problem, problem.instancePath.slice(1).replaceAll('/', '.')),
    )
  return fields.slice(0, FIELDS_MAX)
}

/** Keeps only as many unknown fields as are listed. */
function shorten(problem: SchemaProblem): SchemaProblem {
  const { additionalProperties: names } = problem.params as { additionalProperties?: string[] }
  return names
    ? { ...problem, params: { additionalProperties: names.slice(0, FIELDS_MAX) } }
    : problem
}

/**
 * Reduces the problems of a union to those of the one branch whose type the value has. If the value has the
 * type of no branch, they become one problem that lists the allowed types.
 */
function simplifyUnion(problems: SchemaProblem[], union: SchemaProblem): SchemaProblem[] {
  const branches = `${union.schemaPath}/anyOf/`
  const branchOf = ({ schemaPath }: SchemaProblem) =>
    schemaPath.startsWith(branches) ? schemaPath.slice(branches.length).split('/')[0] : undefined
  const isAtUnion = (problem: SchemaProblem) => problem.instancePath === union.instancePath
  const mine = problems.filter(
    (problem) =>
      branchOf(problem) !== undefined &&
      `${problem.instancePath}/`.startsWith(`${union.instancePath}/`),
  )
  const mistyped = mine.filter((problem) => problem.keyword === 'type' && isAtUnion(problem))
  const meant = new Set(mine.map(branchOf)).difference(new Set(mistyped.map(branchOf)))
  if (meant.size === 1)
    return problems.filter(
      (problem) => problem !== union && (!mine.includes(problem) || meant.has(branchOf(problem))),
    )
  const types = mistyped.map((problem) => (problem.params as { type: string }).type)
  const plain =
    meant.size === 0 ? { ...union, keyword: 'type', message: `must be ${nameTypes(types)}` } : union
  return problems
    .filter((problem) => !(mine.includes(problem) && isAtUnion(problem)))
    .map((problem) => (problem === union ? plain : problem))
}

/** Lists the known fields of the object in which a problem was found. */
function listSiblings(schema: object, { schemaPath }: SchemaProblem): string[] {
  const path = schemaPath.split('/').slice(1, -1)
  const object = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], schema)
  return Object.keys((object as { properties?: object }).properties ?? {})
}

function toField(schema: object, problem: SchemaProblem, path: string): FieldError[] {
  const params = problem.params as Record<string, unknown>
  const message = explainSchemaProblem(schema, problem)
  const at = (name: unknown) => (path ? `${path}.${String(name)}` : String(name))
  switch (problem.keyword) {
    case 'additionalProperties':
      return (params['additionalProperties'] as string[]).map((name) => ({
        field: at(name),
        code: 'unknown_field',
        message: `is not a known field${didYouMean(name, listSiblings(schema, problem))}`,
      }))
    case 'required':
      return (params['requiredProperties'] as string[]).map((name) => ({
        field: at(name),
        code: 'required',
        message: 'is required',
      }))
    case 'enum':
      return [
        {
          field: path,
          code: 'invalid_choice',
          message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`,
        },
      ]
    case 'minLength':
    case 'minItems':
      return [{ field: path, code: 'too_short', message }]
    case 'maxLength':
    case 'maxItems':
      return [{ field: path, code: 'too_long', message }]
    case 'minimum':
    case 'maximum':
      return [{ field: path, code: 'out_of_range', message }]
    case 'type':
      return [{ field: path, code: 'invalid_type', message }]
    case 'anyOf':
      return [{ field: path, code: 'invalid', message: 'must be one of the allowed types' }]
    default:
      return [{ field: path, code: `invalid_${problem.keyword}`, message }]
  }
}
