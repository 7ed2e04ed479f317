import { nameOf } from './description.ts'
import type { Description, Field, Schema } from './description.ts'

/** A property of an n8n node, as far as the generator writes it. */
export type Property = {
  displayName: string
  name: string
  type: string
  default: unknown
  description?: string | undefined
  hint?: string
  options?: { name: string; value: unknown }[]
  typeOptions?: object
}

/** Words that titles write in another way. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  csv: 'CSV',
  e164: 'E.164',
  api: 'API',
}

/** Words that a title writes in lower case, unless they are its first or last one. */
const SMALL = new Set(
  'a an and as at but by for if in nor of on only or over per the to up via with without'.split(
    ' ',
  ),
)

/** Returns the property of a field of an operation with `method`, and whether null is one of its values. */
export function toProperty(
  field: Field,
  description: Description,
  { method, title = field.name }: { method: string; title?: string | undefined },
): { property: Property; isNullable: boolean } {
  const { schema, isNullable } = withoutNull(field.schema, description)
  const displayName = toTitle(title)
  const text = field.description ?? schema.description
  const property = { displayName, name: field.name, ...toType(schema) }
  const clears = method === 'PATCH' && isNullable && property.type === 'string'
  const note = clears ? 'An empty value removes it.' : undefined
  const sentences = [
    property.type === 'boolean' ? `Whether "${displayName}" applies.` : undefined,
    text === 'A UUID.' ? undefined : text,
    note,
  ]
  const joined = sentences.filter(Boolean).join(' ')
  return {
    property: { ...property, ...(joined && { description: toSentence(joined) }) },
    isNullable,
  }
}

/** Returns a title of an identifier or a text: `conversation_id` is `Conversation ID`. */
export function toTitle(text: string): string {
  const words = text.split(/[\s._-]+/)
  return words
    .map((word, at) => {
      const lower = word.toLowerCase()
      if (WORDS[lower]) return WORDS[lower]
      if (SMALL.has(lower) && at > 0 && at < words.length - 1) return lower
      return word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
}

/** Returns a text as n8n writes descriptions: names such as ID in capitals, and one sentence without a full stop. */
export function toSentence(text: string): string {
  const capital = text
    .replaceAll(/\bids?\b/g, (word) => WORDS[word]!)
    .replaceAll(/\burl\b/g, 'URL')
    .replaceAll(/\bjson\b/g, 'JSON')
    .replaceAll('`', "'")
    .trim()
  const isOne = !/[.!?] [A-Z']/.test(capital)
  if (isOne) return capital.replace(/\.$/, '')
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`
}

function toType(schema: Schema): Omit<Property, 'displayName' | 'name'> {
  const { type, enum: values, items } = schema
  if (values?.join() === 'true,false' || type === 'boolean')
    return { type: 'boolean', default: schema.default ?? false }
  if (values)
    return { type: 'options', options: toOptions(values), default: schema.default ?? values[0] }
  if (type === 'integer' || type === 'number') return toNumber(schema)
  if (type === 'string')
    return {
      type: schema.format === 'date-time' ? 'dateTime' : 'string',
      default: schema.default ?? '',
    }
  if (type === 'array' && items?.enum)
    return { type: 'multiOptions', options: toOptions(items.enum), default: [] }
  if (type === 'array' && items?.type === 'string')
    return { type: 'string', typeOptions: { multipleValues: true }, default: [] }
  return { type: 'json', default: type === 'array' ? '[]' : '{}' }
}

function toNumber({ minimum, maximum, default: value }: Schema) {
  const typeOptions = {
    ...(minimum !== undefined && { minValue: minimum }),
    ...(maximum !== undefined && { maxValue: maximum }),
  }
  const hasOptions = Object.keys(typeOptions).length > 0
  return { type: 'number', ...(hasOptions && { typeOptions }), default: value ?? minimum ?? 0 }
}

function toOptions(values: readonly unknown[]) {
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => ({ name: toTitle(value), value }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Returns a schema without references and null. Of several choices it takes the first one. */
function withoutNull(
  given: Schema,
  { components }: Description,
): { schema: Schema; isNullable: boolean } {
  const schema = given.$ref ? { ...components.schemas[nameOf(given.$ref)]! } : given
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) {
    const others = choices.filter((each) => each.type !== 'null')
    const chosen = others[0]!.$ref ? components.schemas[nameOf(others[0]!.$ref)]! : others[0]!
    return {
      schema: { ...chosen, ...(schema.description && { description: schema.description }) },
      isNullable: others.length < choices.length,
    }
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false }
  const types = schema.type.filter((type) => type !== 'null')
  return { schema: { ...schema, type: types[0]! }, isNullable: types.length < schema.type.length }
}
