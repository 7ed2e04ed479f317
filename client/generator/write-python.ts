import { findNames, listOperations, nameOf } from './description.ts'
import type { Description, Field, Operation, Schema } from './description.ts'
import { listPassingCodes } from './passing-codes.ts'
import { collectPythonTypes, toDocstring, toPascal, toSnake } from './python-types.ts'
import type { PythonTypes } from './python-types.ts'

const HEAD = '# Generated from the API description by `npm run clients`. Do not edit.\n'

/** How a module differs from the other one: the synchronous, and the asynchronous one. */
type Flavor = Record<'prefix' | 'module' | 'generator' | 'yields' | 'define' | 'wait', string>

const SYNC: Flavor = {
  prefix: '',
  module: '.._sync',
  generator: 'Generator',
  yields: 'Generator[StreamedEvent, None, None]',
  define: 'def',
  wait: '',
}
const ASYNC: Flavor = {
  prefix: 'Async',
  module: '.._async',
  generator: 'AsyncGenerator',
  yields: 'AsyncGenerator[StreamedEvent, None]',
  define: 'async def',
  wait: 'await ',
}

/** Returns the generated files of the Python client by name: the types of the API, and its operations. */
export function writePython(description: Description): Record<string, string> {
  const { schemas } = description.components
  const operations = listOperations(description)
  const names = findNames(
    [
      operations,
      ...operations.flatMap(({ body }) => (body ? [{ $ref: `#/components/schemas/${body}` }] : [])),
      { $ref: '#/components/schemas/Problem' },
      { $ref: '#/components/schemas/ThinEvent' },
    ],
    description,
  )
  const types = collectPythonTypes(schemas, names)
  const files = {
    '__init__.py': `${HEAD}`,
    'errors.py': writeErrors(description, schemas['Problem']!),
    'resources.py': writeResources(operations, schemas, types, SYNC),
    'async_resources.py': writeResources(operations, schemas, types, ASYNC),
  }
  // The operations define types of objects in their parameters.
  return { ...files, 'models.py': types.write() }
}

function writeErrors(description: Description, problem: Schema): string {
  const codes = problem.properties!['code']!.enum!.map((code) => `    "${String(code)}",`)
  const passing = listPassingCodes(description).map((code) => `        "${code}",`)
  return `${HEAD}"""The codes of errors."""

from __future__ import annotations

from typing import Literal, TypeAlias

ErrorCode: TypeAlias = Literal[
${codes.join('\n')}
]
"""Every code of an error of the API."""

PASSING_CODES: frozenset[str] = frozenset(
    {
${passing.join('\n')}
    }
)
"""Codes of errors that a repeated request can avoid."""
`
}

function writeResources(
  operations: Operation[],
  schemas: Record<string, Schema>,
  types: PythonTypes,
  flavor: Flavor,
): string {
  const { prefix, module, generator } = flavor
  const resources = [...new Set(operations.map(({ resource }) => resource))].toSorted()
  const classes = resources.map((resource) => {
    const own = operations.filter((each) => each.resource === resource)
    const methods = own.map((each) => writeMethod(each, schemas, types, flavor))
    return `class ${prefix}${toClass(resource)}:
    """Operations of ${own[0]!.tag.toLowerCase()}."""

    def __init__(self, transport: ${prefix}Transport) -> None:
        self._transport = transport

${methods.join('\n')}`
  })
  const lines = resources.map(
    (each) => `        self.${toSnake(each)} = ${prefix}${toClass(each)}(transport)`,
  )
  return `${HEAD}"""The operations of the API by resource."""

from __future__ import annotations

from collections.abc import ${generator}
from typing import Literal

from .. import models
from .._options import OMIT, CallOptions, File, Omit
from .._stream import StreamedEvent
from ${module} import ${prefix}${prefix ? 'Pages' : 'Page'}, ${prefix}Transport


${classes.join('\n\n')}

class ${prefix}Resources:
    """The resources of the API."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${lines.join('\n')}
`
}

function writeMethod(
  operation: Operation,
  schemas: Record<string, Schema>,
  types: PythonTypes,
  { prefix, yields, define, wait }: Flavor,
): string {
  const { id, fields, pages, result, hasFile, method, path } = operation
  const isStream = result === 'stream'
  const parameters = fields
    .map((field) => toParameter(operation, field, types))
    // A required parameter is before those with a default.
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
  const last = isStream ? 'silence: float = 45.0' : 'options: CallOptions | None = None'
  if (parameters.some(({ name }) => last.startsWith(`${name}:`)))
    throw new Error(`${id} has a field that is named as an option.`)
  const signature = [...parameters.map((each) => each.text), last]
    .map((each) => `        ${each},`)
    .join('\n')
  const values = fields.map(({ name }) => `"${name}": ${toSnake(name)}`).join(', ')
  const passed = `"${method} ${path}", {${values}}`
  const doc = writeDoc(operation)
  const head = (isAsync: boolean, type: string) =>
    `    ${isAsync ? define : 'def'} ${toSnake(id)}(\n        self,\n        *,\n${signature}\n    ) -> ${type}:\n${doc}`
  const call = `self._transport.${hasFile ? 'upload' : result}(${passed}, options)`
  if (isStream)
    return `${head(false, yields)}
        return self._transport.stream(${passed}, silence)
`
  if (pages) {
    const item = toItem(operation, schemas, types)
    const page = `${prefix}${prefix ? 'Pages' : 'Page'}[${toResultType(operation, types)}, ${item}]`
    return `${head(false, page)}
        return self._transport.pages(${passed}, "${pages}", options)
`
  }
  if (result === 'none') return `${head(true, 'None')}\n        ${wait}${call}\n`
  if (result !== 'json')
    return `${head(true, result === 'text' ? 'str' : 'bytes')}\n        return ${wait}${call}\n`
  const type = toResultType(operation, types)
  return `${head(true, type)}
        result: ${type} = ${wait}${call}
        return result
`
}

function toParameter({ id, hasFile, body }: Operation, field: Field, types: PythonTypes) {
  const { schema, isQuery } = field
  const isFile = hasFile && field.name === 'file'
  const isFlag = isQuery && schema.enum?.join() === 'true,false'
  const type = isFlag ? 'bool' : toModel(types.toType(schema, toHint(id, body, field)))
  const name = toSnake(field.name)
  // A form without its file is never valid.
  const isRequired = field.isRequired || isFile
  const text = isFile ? `${name}: File` : `${name}: ${type}${isRequired ? '' : ' | Omit = OMIT'}`
  return { name, isRequired, text }
}

/** Returns the start of names for the objects in a field: those of a body are named after it. */
function toHint(id: string, body: string | undefined, { name, isPath, isQuery }: Field): string {
  return body === undefined || isPath || isQuery ? toPascalOf(id, name) : body + toPascal(name)
}

function writeDoc({ text, fields }: Operation): string {
  const lines = fields
    .filter(({ description }) => description)
    .map(({ name, description }) => `    ${toSnake(name)}: ${description!.replaceAll('\n', ' ')}`)
  const args = lines.length === 0 ? '' : `\n\nArgs:\n${lines.join('\n')}\n`
  return toDocstring(`${text}${args}`, '        ').replaceAll(
    / +$/gm,
    (spaces, at, whole: string) =>
      whole[at - 1] === '\n' && whole[at + spaces.length] === '\n' ? '' : spaces,
  )
}

function toResultType({ id, schema }: Operation, types: PythonTypes): string {
  return toModel(types.toType(schema!, `${toPascalOf(id)}Result`))
}

function toItem({ id, schema }: Operation, schemas: Record<string, Schema>, types: PythonTypes) {
  const page = schema!.$ref ? schemas[nameOf(schema!.$ref)]! : schema!
  const hint = schema!.$ref ? `${nameOf(schema!.$ref)}Data` : `${toPascalOf(id)}ResultData`
  const list = types.toType(page.properties!['data']!, hint)
  return toModel(list.slice('list['.length, -1))
}

/** Returns a type with the module of the types that it names. */
function toModel(type: string): string {
  return type.replaceAll(/"[^"]*"|\b[A-Z]\w+/g, (word) =>
    ['Literal', 'None', 'True', 'False'].includes(word) || word.startsWith('"')
      ? word
      : `models.${word}`,
  )
}

function toPascalOf(id: string, field = ''): string {
  return id[0]!.toUpperCase() + id.slice(1) + toPascal(field)
}

function toClass(resource: string): string {
  return resource[0]!.toUpperCase() + resource.slice(1)
}
