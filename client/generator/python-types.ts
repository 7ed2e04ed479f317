import { nameOf } from './description.ts'
import type { Schema } from './description.ts'

const HEAD = `# Generated from the API description by \`npm run clients\`. Do not edit.
"""The types of the API."""

from __future__ import annotations

import sys
from typing import Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired
`

/** Types of Python by the types of schemas. */
const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Keywords of Python that fields are named by. */
const KEYWORDS = new Set(['from', 'class', 'import', 'is', 'in', 'not', 'global', 'def', 'pass'])

type Part = { name: string; schema: Schema; isRequired: boolean }

/** The types of a Python module: those with a name in the description, and those of objects inside them. */
export type PythonTypes = {
  /** Returns the type of a schema. Defines the objects in it, under names that start with `hint`. */
  toType: (schema: Schema, hint: string) => string
  /** Returns the text of the module. */
  write: () => string
}

/** Collects types for Python. `schemas` are those that the description names; the ones among `names` are defined first. */
export function collectPythonTypes(
  schemas: Record<string, Schema>,
  names: ReadonlySet<string>,
): PythonTypes {
  const classes = new Map<string, string>()
  const aliases: string[] = []
  const shapes = new Map<string, string>()
  for (const name of Object.keys(schemas)) if (names.has(name)) defineNamed(name)
  return {
    toType,
    // An alias is evaluated at once, so that all classes are before it.
    write: () => [HEAD, ...classes.values(), aliases.join('\n\n')].join('\n\n') + '\n',
  }

  function defineNamed(name: string): void {
    if (classes.has(name)) return
    const schema = schemas[name]!
    if (isObject(schema)) return define(name, schema)
    const comment = schema.description ? `\n${toDocstring(schema.description, '')}` : ''
    aliases.push(`${name}: TypeAlias = ${toAlias(schema, name)}${comment}`)
  }

  function toAlias(schema: Schema, name: string): string {
    const choices = schema.oneOf ?? schema.anyOf
    if (!choices) return toType(schema, name)
    return `Union[\n${choices.map((each) => `    ${toType(each, name)},`).join('\n')}\n]`
  }

  /** Defines a class. Fields of other classes that it replaces are repeated in it, because a TypedDict cannot replace any. */
  function define(name: string, schema: Schema): void {
    classes.set(name, '')
    const named = (schema.allOf ?? []).flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : []))
    const own = (schema.allOf ?? [schema]).filter((each) => !each.$ref).flatMap(listParts)
    const inherited = named.flatMap((each) => listParts(schemas[each]!).map((part) => part.name))
    const isExtended = named.length > 0 && !own.some((part) => inherited.includes(part.name))
    const parts = isExtended ? own : listParts(schema)
    const bases = isExtended ? named : []
    for (const base of bases) defineNamed(base)
    const fields = parts.map((part) => toField(name, part))
    const keywords = fields.filter(([field]) => KEYWORDS.has(field))
    const before =
      keywords.length === 0
        ? ''
        : `_${name} = TypedDict("_${name}", {${keywords.map(([field, type]) => `"${field}": "${type}"`).join(', ')}})\n\n\n`
    if (before) bases.push(`_${name}`)
    const lines = fields
      .filter(([field]) => !KEYWORDS.has(field))
      .map(([field, type, text]) => `    ${field}: ${type}${text ? `\n${text}` : ''}`)
    const head = `class ${name}(${bases.length === 0 ? 'TypedDict' : bases.join(', ')}):`
    const doc = schema.description ? [toDocstring(schema.description, '    '), ''] : []
    const body = lines.length === 0 ? ['    pass'] : lines
    // A class is after its bases.
    classes.delete(name)
    classes.set(name, `${before}${[head, ...doc, ...body].join('\n')}\n`)
  }

  function toField(name: string, { name: field, schema, isRequired }: Part) {
    const type = toType(schema, name + toPascal(field))
    const text = schema.description ? toDocstring(schema.description, '    ') : ''
    return [field, isRequired ? type : `NotRequired[${type}]`, text] as const
  }

  function listParts(schema: Schema): Part[] {
    if (schema.$ref) return listParts(schemas[nameOf(schema.$ref)]!)
    const parts = new Map((schema.allOf ?? []).flatMap(listParts).map((part) => [part.name, part]))
    for (const [name, each] of Object.entries(schema.properties ?? {}))
      parts.set(name, {
        name,
        schema: each,
        isRequired: schema.required?.includes(name) ?? false,
      })
    return [...parts.values()]
  }

  function toType(schema: Schema, hint: string): string {
    if (schema.$ref !== undefined) return nameOf(schema.$ref)
    if (schema.const !== undefined) return toLiterals([schema.const])
    if (schema.enum) return toLiterals(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return join(choices.map((each) => toType(each, hint + toChoice(each))))
    if (isObject(schema)) return defineInner(schema, hint)
    if (schema.allOf) return toType(schema.allOf[0]!, hint)
    if (Array.isArray(schema.type))
      return join(schema.type.map((type) => toType({ ...schema, type }, hint)))
    if (schema.type === 'array')
      return `list[${schema.items ? toType(schema.items, toSingular(hint)) : 'object'}]`
    if (schema.type === 'object') {
      const { additionalProperties: values } = schema
      return `dict[str, ${typeof values === 'object' ? toType(values, `${hint}Value`) : 'object'}]`
    }
    return SIMPLE[schema.type ?? ''] ?? 'object'
  }

  /** Returns the name of an object inside another schema. Objects with the same fields and the same hint share it. */
  function defineInner(schema: Schema, hint: string): string {
    const shape = JSON.stringify(schema)
    const taken = shapes.get(hint)
    if (taken === shape) return hint
    if (taken !== undefined || schemas[hint]) throw new Error(`Two types are named ${hint}.`)
    shapes.set(hint, shape)
    define(hint, schema)
    return hint
  }
}

/** Returns the name of a field or an operation for Python: `createContact` is `create_contact`, `from` is `from_`. */
export function toSnake(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(snake) ? `${snake}_` : snake
}

/** Returns a name for a type: `last_message` is `LastMessage`. */
export function toPascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a text as a docstring. */
export function toDocstring(text: string, indent: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  const end = escaped.endsWith('"') ? `${escaped.slice(0, -1)}\\"` : escaped
  return `${indent}"""${end.replaceAll('\n', `\n${indent}`)}"""`
}

function isObject({ type, properties, allOf }: Schema): boolean {
  return (type === 'object' && Object.keys(properties ?? {}).length > 0) || (allOf?.length ?? 0) > 1
}

/** Returns what names one choice among several objects: its `kind`. */
function toChoice(schema: Schema): string {
  for (const { properties } of [schema, ...(schema.allOf ?? [])]) {
    const kinds = properties?.['kind']?.enum
    if (kinds?.length === 1) return toPascal(String(kinds[0]))
  }
  return ''
}

function toSingular(name: string): string {
  if (name.endsWith('Data')) return `${name.slice(0, -4)}Item`
  return name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}

function toLiterals(values: NonNullable<Schema['enum']>): string {
  const literals = values.map((each) =>
    typeof each === 'boolean' ? (each ? 'True' : 'False') : JSON.stringify(each),
  )
  const named = literals.filter((each) => each !== 'null')
  return join([
    ...(named.length > 0 ? [`Literal[${named.join(', ')}]`] : []),
    ...(named.length < literals.length ? ['None'] : []),
  ])
}

function join(types: string[]): string {
  return [...new Set(types)].join(' | ')
}
