/** The PostgreSQL types of elements, with the values that are written to each. JSON is given as its text. */
export type ElementTypes = {
  bigint: number
  boolean: boolean
  bytea: Buffer
  float8: number
  integer: number
  jsonb: string
  text: string
  timestamptz: Date
  uuid: string
}

/** How elements of a type are written. `size`: a number, or a function for values of different sizes. */
type Codec<T> = {
  oid: number
  size: number | ((value: T) => number)
  write: (buffer: Buffer, value: T, offset: number) => void
}

const JSONB_VERSION = 1
/** 2000-01-01, from which PostgreSQL counts, in milliseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const NULL_SIZE = -1
const HYPHEN = 0x2d

/** Source: the types' `…_recv` functions in PostgreSQL, and their ids in pg_type. */
const codecs: { [Type in keyof ElementTypes]: Codec<ElementTypes[Type]> } = {
  bigint: {
    oid: 20,
    size: 8,
    write: (buffer, value, offset) => buffer.writeBigInt64BE(BigInt(value), offset),
  },
  boolean: {
    oid: 16,
    size: 1,
    write: (buffer, value, offset) => buffer.writeUInt8(value ? 1 : 0, offset),
  },
  bytea: {
    oid: 17,
    size: (value) => value.length,
    write: (buffer, value, offset) => value.copy(buffer, offset),
  },
  float8: {
    oid: 701,
    size: 8,
    write: (buffer, value, offset) => buffer.writeDoubleBE(value, offset),
  },
  integer: {
    oid: 23,
    size: 4,
    write: (buffer, value, offset) => buffer.writeInt32BE(value, offset),
  },
  jsonb: {
    oid: 3802,
    size: (value) => 1 + Buffer.byteLength(value),
    write(buffer, value, offset) {
      buffer.writeUInt8(JSONB_VERSION, offset)
      buffer.write(value, offset + 1)
    },
  },
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(value),
    write: (buffer, value, offset) => buffer.write(value, offset),
  },
  timestamptz: {
    oid: 1184,
    size: 8,
    write: (buffer, value, offset) =>
      buffer.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, offset),
  },
  uuid: { oid: 2950, size: 16, write: writeUuid },
}

/**
 * Encodes values as an array parameter in PostgreSQL's binary format. Unlike in the text format, neither side escapes
 * or parses the elements.
 *
 * Source: array_recv in PostgreSQL.
 *
 * @throws {TypeError} for a uuid that is none
 */
export function encodeArray<Type extends keyof ElementTypes>(
  type: Type,
  values: readonly (ElementTypes[Type] | null)[],
): Buffer {
  const { oid, size, write } = codecs[type]
  const sizeOf = typeof size === 'number' ? () => size : size
  const sizes = values.map((value) => (value === null ? NULL_SIZE : sizeOf(value)))
  const isEmpty = values.length === 0
  const bytes = sizes.reduce((sum, each) => sum + 4 + Math.max(each, 0), isEmpty ? 12 : 20)
  const buffer = Buffer.allocUnsafe(bytes)
  buffer.writeInt32BE(isEmpty ? 0 : 1, 0)
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(oid, 8)
  if (isEmpty) return buffer
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  let offset = 20
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null
    const length = sizes[index]!
    offset = buffer.writeInt32BE(length, offset)
    if (value === null) continue
    write(buffer, value, offset)
    offset += length
  }
  return buffer
}

/** The value of each hexadecimal digit by its character code; -1 for other characters. */
const digits = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

function writeUuid(buffer: Buffer, value: string, offset: number): void {
  let at = 0
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10)
      if (value.charCodeAt(at++) !== HYPHEN) throw notUuid(value)
    const high = digits[value.charCodeAt(at++)] ?? -1
    const low = digits[value.charCodeAt(at++)] ?? -1
    if (high < 0 || low < 0) throw notUuid(value)
    buffer[offset + index] = high * 16 + low
  }
  if (at !== value.length) throw notUuid(value)
}

function notUuid(value: string): TypeError {
  return new TypeError(`${value} is not a UUID.`)
}
