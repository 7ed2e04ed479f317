/**
 * Returns `value` with every text made storable: NUL characters and halves of surrogate pairs, which PostgreSQL
 * refuses, become the replacement character.
 */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(toStorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toStorable(key), toStorable(item)]),
  )
}

/** Returns `value` as a record of unknown fields, or an empty one. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** Returns `value` as a list, or an empty one. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns `value` as a storable text of 1 to `charactersMax` characters, or `undefined`. */
export function toText(value: unknown, charactersMax: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > charactersMax) return undefined
  return toStorable(value) as string
}
