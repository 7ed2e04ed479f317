import type { Random } from '../crash/random.ts'

/** A JSON schema, as far as routes use it. */
export type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}

/** The source of values: random choices, ids that exist, and the share of values that are garbage. */
export type Source = { random: Random; ids: string[]; garbage: number }

const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e\u0007',
  '%',
  '%00',
  '_',
  '\\',
  "'; --",
  '"',
  '$1',
  '${1}',
  '../..',
  '<script>',
  'null',
  'NaN',
  '1e999',
  '-0',
  '0x1F',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  '2026-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '2016-12-31T23:59:60Z',
  '+919812345678',
  '98123 45678',
  'a@example.com',
  'A@EXAMPLE.com ',
  'http://127.0.0.1:9/',
  'http://[::1]:9/',
  'javascript:alert(1)',
  'हिन्दी 👩‍👩‍👧‍👦',
  '\u0308'.repeat(3_000),
  'x'.repeat(5_000),
  'a '.repeat(20_000),
  '('.repeat(10_000),
]

const NUMBERS = [0, -1, 1, 0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 5e-324]

/** Returns text of any kind. */
export function anyText({ random, ids }: Source): string {
  if (ids.length > 0 && random.chance(0.2)) return random.pick(ids)
  if (random.chance(0.5)) return random.pick(TEXTS)
  const length = random.between(0, random.chance(0.1) ? 400 : 16)
  const unit = random.pick([0x7f, 0xff, 0x2fff, 0xffff])
  return Array.from({ length }, () => String.fromCharCode(random.between(0, unit))).join('')
}

/** Returns any JSON value. */
export function anyValue(source: Source, depth = 0): unknown {
  const { random } = source
  switch (random.between(0, depth > 3 ? 3 : 5)) {
    case 0:
      return random.pick([null, true, false])
    case 1:
      return random.pick(NUMBERS)
    case 2:
    case 3:
      return anyText(source)
    case 4:
      return Array.from({ length: random.between(0, 6) }, () => anyValue(source, depth + 1))
    default: {
      const entries = Array.from({ length: random.between(0, 6) }, () => [
        anyText(source),
        anyValue(source, depth + 1),
      ])
      return Object.fromEntries(entries)
    }
  }
}

/** Returns a value that mostly follows a schema, and is garbage in some places. */
export function fromSchema(schema: Schema | undefined, source: Source, depth = 0): unknown {
  const { random, garbage } = source
  if (!schema || depth > 8 || random.chance(garbage)) return anyValue(source, depth)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fromSchema(random.pick(choices), source, depth + 1)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((each) => fromSchema(each, source, depth + 1)))
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = minimum + 200 } = schema
      if (random.chance(0.2)) return random.pick([minimum, maximum])
      return random.between(Math.ceil(minimum), Math.floor(maximum))
    }
    case 'string':
      return textOf(schema, source)
    case 'array': {
      const { minItems = 0, maxItems = 5, items } = schema
      const length = random.between(minItems, Math.max(minItems, Math.min(maxItems, 5)))
      return Array.from({ length }, () => fromSchema(items, source, depth + 1))
    }
    case 'object':
    case undefined:
    default:
      return objectOf(schema, source, depth)
  }
}

function objectOf(schema: Schema, source: Source, depth: number): Record<string, unknown> {
  const { random, garbage } = source
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema
  const value: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(properties)) {
    const isWanted = required.includes(name) ? !random.chance(garbage) : random.chance(0.4)
    if (isWanted) value[name] = fromSchema(each, source, depth + 1)
  }
  const rest =
    typeof additionalProperties === 'object'
      ? additionalProperties
      : Object.values(patternProperties ?? {})[0]
  if (rest)
    for (let count = random.between(0, 3); count > 0; count--)
      value[random.chance(0.5) ? `field_${count}` : anyText(source)] = fromSchema(
        rest,
        source,
        depth + 1,
      )
  if (random.chance(garbage)) value[anyText(source)] = anyValue(source, depth + 1)
  return value
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 80 }: Schema,
  source: Source,
): string {
  const { random, ids } = source
  const isId = format === 'uuid' || pattern?.includes('0-9a-f') === true
  if (isId && ids.length > 0) return random.pick(ids)
  if (format === 'date-time')
    return new Date(random.between(0, 4_000) * 1_000_000_000).toISOString()
  if (format === 'date') return `20${random.between(10, 40)}-02-${random.between(10, 30)}`
  if (format === 'email') return `user${random.between(0, 50)}@example.com`
  if (format === 'uri') return `http://127.0.0.1:9/${random.between(0, 50)}`
  if (random.chance(0.3)) return anyText(source).slice(0, maxLength)
  if (random.chance(0.2)) return `+9198${random.between(10_000_000, 99_999_999)}`
  if (random.chance(0.1)) return 'x'.repeat(Math.min(maxLength, 4_000))
  return `Text ${random.between(0, 999)} `.repeat(3).slice(0, Math.max(minLength, 12)).trim()
}
