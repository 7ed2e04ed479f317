import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { AppError } from '#lib/errors.ts'
import type { FieldError } from '#lib/errors.ts'
import { isStorable } from './json-body.ts'

type SchemaProblem = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/**
 * The check of one part of a request. Bodies are taken as they are; texts of the query and the path are read
 * as the integers and booleans that the schema names.
 */
export function compileValidator(schema: object, httpPart: string | undefined) {
  const validator = Compile(schema as TSchema)
  const isText = httpPart === 'querystring' || httpPart === 'params'
  return (data: unknown): { value: unknown } | { error: Error } => {
    const value = isText ? readTexts(schema, data) : (data ?? {})
    if (isText && !hasStorableTexts(data))
      return {
        error: new AppError('bad_request', 'The address holds characters that are not allowed.'),
      }
    if (validator.Check(value)) return { value }
    const problems = validator.Errors(value) as unknown as SchemaProblem[]
    return { error: validationError(toFields(problems)) }
  }
}

/** `data` with the texts that are plainly integers or booleans, where `schema` asks for those, as such. */
function readTexts(schema: object, data: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') return [name, text]
      const type = Object.hasOwn(properties, name) ? properties[name]!.type : undefined
      if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return [name, Number(text)]
      if (type === 'boolean' && /^(true|false)$/.test(text)) return [name, text === 'true']
      return [name, text]
    }),
  )
}

/** The 422 that lists `fields`. */
export function validationError(fields: FieldError[]): AppError {
  const detail = fields
    .map((field) => (field.field ? `${field.field} ${field.message}` : field.message))
    .join('; ')
  return new AppError('validation_failed', `${detail}.`, { fields })
}

function hasStorableTexts(data: unknown): boolean {
  return Object.values(data ?? {}).every((text) => typeof text !== 'string' || isStorable(text))
}

function toFields(problems: SchemaProblem[]): FieldError[] {
  const few = problems.slice(0, 200)
  const unions = few.filter((problem) => problem.keyword === 'anyOf')
  const told = unions.reduce((rest, union) => tellUnion(rest, union), few)
  const fields = told
    .filter((problem) => problem.keyword !== 'boolean')
    .flatMap((problem) => toField(problem, problem.instancePath.slice(1).replaceAll('/', '.')))
  return fields.slice(0, 20)
}

/** `problems` with those of one union said plainly: of the only branch whose type the value has, or of the types. */
function tellUnion(problems: SchemaProblem[], union: SchemaProblem): SchemaProblem[] {
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
    meant.size === 0
      ? { ...union, keyword: 'type', message: `must be ${types.join(' or ')}` }
      : union
  return problems
    .filter((problem) => !(mine.includes(problem) && isAtUnion(problem)))
    .map((problem) => (problem === union ? plain : problem))
}

function toField(problem: SchemaProblem, path: string): FieldError[] {
  const params = problem.params as Record<string, unknown>
  const at = (name: unknown) => (path ? `${path}.${String(name)}` : String(name))
  switch (problem.keyword) {
    case 'additionalProperties':
      return (params['additionalProperties'] as string[]).map((name) => ({
        field: at(name),
        code: 'unknown_field',
        message: 'is not a known field',
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
      return [{ field: path, code: 'too_short', message: problem.message }]
    case 'maxLength':
    case 'maxItems':
      return [{ field: path, code: 'too_long', message: problem.message }]
    case 'minimum':
    case 'maximum':
      return [{ field: path, code: 'out_of_range', message: problem.message }]
    case 'type':
      return [{ field: path, code: 'invalid_type', message: problem.message }]
    case 'anyOf':
      return [{ field: path, code: 'invalid', message: 'is not of an allowed kind' }]
    default:
      return [{ field: path, code: `invalid_${problem.keyword}`, message: problem.message }]
  }
}
