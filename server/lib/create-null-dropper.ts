import { firstOf } from './first-of.ts'

/** A JSON Schema, as far as its optional fields matter. */
type Schema = {
  type?: string | readonly string[]
  title?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  /** 0 says that an empty text is a value, which is kept. */
  minLength?: number
}

/** Titles of objects whose fields choose what an action changes: an empty text there is a fault, not a wider choice. */
const FILTERS = /Filter$/

/**
 * Creates a function that returns a value of `schema` without the fields that are null, optional and do not accept null. So a
 * body may name a field that it does not set, as answers do. An empty text means null in every optional field: forms and
 * automations send it for what was not filled in, unless `minLength` is 0. `isChange`: fields are not dropped, because those of a change that
 * don't accept null cannot be cleared. Returns undefined if there are no such fields.
 */
export function createNullDropper(
  schema: object,
  isChange = false,
): ((value: unknown) => unknown) | undefined {
  const { properties = {}, items, title = '' } = readObject(schema as Schema)
  const parts = Object.entries(properties).flatMap(([name, part]) => {
    const drop = createNullDropper(part, isChange)
    const isOwn = isOptional(schema as Schema, name)
    const isNullable = acceptsNull(part)
    const isDropped = isOwn && !isNullable && !isChange
    const isCleared =
      isOwn &&
      !isAny(part) &&
      (isNullable || isDropped) &&
      part.minLength !== 0 &&
      !FILTERS.test(title)
    return drop || isDropped || isCleared ? [{ name, drop, isDropped, isCleared }] : []
  })
  const dropOfItem = items && createNullDropper(items, isChange)
  if (dropOfItem)
    return (value) => (Array.isArray(value) ? value.map((each) => dropOfItem(each)) : value)
  if (parts.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const kept: Record<string, unknown> = { ...value }
    for (const { name, drop, isDropped, isCleared } of parts) {
      if (!Object.hasOwn(kept, name)) continue
      if (kept[name] === '' && isCleared) kept[name] = null
      if (kept[name] === null && isDropped) delete kept[name]
      else if (drop) kept[name] = drop(kept[name])
    }
    return kept
  }
}

/** Named schemas that only bodies of POST requests have. Any other one is the same in bodies and in answers. */
const OF_BODIES: ReadonlySet<string | undefined> = new Set([
  undefined,
  'ContactFilter',
  'ConversationFilter',
  'NewWebhookFilters',
  'NewWebhookTls',
  'TicketFilter',
])

/** Returns `schema` in which the fields that `createNullDropper` drops accept null, for the description. */
export function markOptionalNulls(schema: object): object {
  const node = schema as Schema
  const mark = (part: Schema) =>
    OF_BODIES.has(part.title) ? (markOptionalNulls(part) as Schema) : part
  if (node.anyOf) return { ...node, anyOf: node.anyOf.map(mark) }
  if (node.items) return { ...node, items: mark(node.items) }
  if (!node.properties) return node
  const properties = Object.entries(node.properties).map(([name, part]) => {
    const marked = mark(part)
    const isMarked = isOptional(node, name) && !acceptsNull(part)
    return [name, isMarked ? withNull(marked) : marked]
  })
  return { ...node, properties: Object.fromEntries(properties) as object }
}

function withNull(schema: Schema): object {
  const { description, default: value, ...rest } = schema as Record<string, unknown>
  return {
    anyOf: [rest, { type: 'null' }],
    ...(description !== undefined && { description }),
    ...(value !== undefined && { default: value }),
  }
}

/** Returns the one object or array that values of `schema` can be, if it is a union. */
function readObject(schema: Schema): Schema {
  const objects = schema.anyOf?.filter(({ properties, items }) => properties || items) ?? []
  return objects.length === 1 ? firstOf(objects) : schema
}

function isOptional(schema: Schema, name: string): boolean {
  return !(readObject(schema).required ?? []).includes(name)
}

/** Returns whether every value fits `schema`. */
function isAny({ type, anyOf, enum: values, ...rest }: Schema): boolean {
  return type === undefined && anyOf === undefined && values === undefined && !('const' in rest)
}

/** Returns whether null is a value of `schema`. */
function acceptsNull(schema: Schema): boolean {
  const { type, anyOf, enum: values } = schema
  if (anyOf) return anyOf.some((part) => acceptsNull(part))
  if (values) return values.includes(null)
  if ('const' in schema) return schema.const === null
  return type === undefined || type === 'null' || type.includes('null')
}
