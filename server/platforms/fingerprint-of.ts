import { createHash } from 'node:crypto'

/** Returns a text that is the same for equal JSON values, whatever the order of their keys. */
export function fingerprintOf(...values: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(values.map(canonical)))
    .digest('base64url')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  )
}
