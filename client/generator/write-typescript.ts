import { findNames, listOperations, nameOf } from './description.ts'
import type { Description, Field, Operation, Schema } from './description.ts'
import { listPassingCodes } from './passing-codes.ts'

const HEAD = '// Generated from the API description by `npm run clients`. Do not edit.\n'

/** Types of TypeScript by the types of schemas. */
const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Returns the generated files of the TypeScript client by name: the types of the API, its operations, and codes. */
export function writeTypeScript(description: Description): Record<string, string> {
  const operations = listOperations(description)
  return {
    'models.ts': writeModels(description, operations),
    'operations.ts': writeOperations(operations),
    'passing-codes.ts': writePassingCodes(description),
  }
}

function writeModels(description: Description, operations: Operation[]): string {
  const { schemas } = description.components
  const bodies = new Set(operations.flatMap(({ body }) => body ?? []))
  const names = findNames(
    [
      operations,
      ...[...bodies].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      { $ref: '#/components/schemas/Problem' },
      { $ref: '#/components/schemas/ThinEvent' },
    ],
    description,
  )
  const models = Object.entries(schemas)
    .filter(([name]) => names.has(name))
    .map(
      ([name, schema]) =>
        `${toComment(schema.description, '')}export type ${name} = ${bodies.has(name) ? toBody(schema) : toType(schema, '')}\n`,
    )
  const calls = operations.map((operation) => {
    const page = operation.pages === undefined ? '' : `\n    item: ${toItem(operation, schemas)}`
    return `  ${operation.id}: {\n    params: ${toParams(operation)}\n    result: ${toResult(operation)}${page}\n  }`
  })
  const table = `/** The parameters and the result of every operation, by its id. */\nexport type Operations = {\n${calls.join('\n')}\n}\n`
  return [HEAD, ...models, table].join('\n')
}

/**
 * Writes the table of operations by resource. Each is a method and a path, followed by words that the client reads: `text`,
 * `binary` or `none` as its result, `file` for a form as its body, and `cursor` or `after` for pages.
 */
function writeOperations(operations: Operation[]): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  const parts = resources.map((resource) => {
    const lines = operations
      .filter((each) => each.resource === resource && each.result !== 'stream')
      .map(({ id, text, method, path, result, hasFile, pages }) => {
        const words = [result !== 'json' && result, hasFile && 'file', pages].filter(Boolean)
        return `${toComment(text, '    ')}    ${id}: '${[method, path, ...words].join(' ')}',`
      })
    return `  ${resource}: {\n${lines.join('\n')}\n  },`
  })
  return `${HEAD}\n/** Every operation by its resource. */\nexport const RESOURCES = {\n${parts.join('\n')}\n} as const\n`
}

function writePassingCodes(description: Description): string {
  const codes = listPassingCodes(description).map((code) => `  '${code}',\n`)
  return `${HEAD}\n/** Codes of errors that a repeated request can avoid. */\nexport const PASSING_CODES: ReadonlySet<string> = new Set([\n${codes.join('')}])\n`
}

function toItem({ schema }: Operation, schemas: Record<string, Schema>): string {
  const page = schema?.$ref ? schemas[nameOf(schema.$ref)]! : schema!
  return toType(page.properties!['data']!.items!, '    ')
}

function toResult({ result, schema }: Operation): string {
  if (result === 'none') return 'void'
  if (result === 'binary') return 'ArrayBuffer'
  return result === 'json' ? toType(schema!, '    ') : 'string'
}

/** Returns the type of a body, in which an optional field may also be undefined. Of one of several lists of fields, all are needed. */
function toBody({ allOf = [], ...schema }: Schema): string {
  const { properties = {}, required = [] } = allOf.find((part) => part.properties) ?? schema
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    return `${toComment(schema.description, '  ')}  ${name}${isRequired ? '' : '?'}: ${toType(schema, '  ')}${isRequired ? '' : ' | undefined'}`
  })
  const needs = allOf.find((part) => part.anyOf)
  return `{\n${lines.join('\n')}\n}${needs ? ` & (${toType(needs, '')})` : ''}`
}

function toParams(operation: Operation): string {
  const { body, fields } = operation
  if (body === undefined) return toFields(operation)
  const others = fields.filter((each) => each.isPath || each.isQuery)
  return others.length === 0 ? body : `${body} & ${toFields({ ...operation, fields: others })}`
}

function toFields({ fields, hasFile }: Pick<Operation, 'fields' | 'hasFile'>): string {
  const lines = fields.map((field) => {
    const type = hasFile && field.name === 'file' ? 'Blob' : toParamType(field)
    // A form without its file is never valid.
    const isRequired = field.isRequired || type === 'Blob'
    return `${toComment(field.description, '      ')}      ${field.name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n    }`
}

function toParamType({ schema, isQuery }: Field): string {
  const isFlag = isQuery && schema.enum?.join() === 'true,false'
  return isFlag ? 'boolean' : toType(schema, '      ')
}

function toType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((each) => toType(each, indent)))].join(' | ')
  if (schema.allOf)
    return schema.allOf.map((each) => wrap(toType(each, indent), schema.allOf!)).join(' & ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => toType({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array')
    return `Array<${schema.items ? toType(schema.items, indent) : 'unknown'}>`
  if (schema.type === 'object') return toObject(schema, indent)
  return SIMPLE[schema.type ?? ''] ?? 'unknown'
}

function toObject({ properties, required, additionalProperties }: Schema, indent: string): string {
  const entries = Object.entries(properties ?? {})
  if (entries.length === 0)
    return typeof additionalProperties === 'object'
      ? `{ [name: string]: ${toType(additionalProperties, indent)} }`
      : '{ [name: string]: unknown }'
  const inner = `${indent}  `
  const lines = entries.map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    const mark = required?.includes(name) ? '' : '?'
    return `${toComment(schema.description, inner)}${inner}${key}${mark}: ${toType(schema, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function wrap(type: string, others: unknown[]): string {
  return others.length > 1 && type.includes(' | ') ? `(${type})` : type
}

function toComment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`
}
