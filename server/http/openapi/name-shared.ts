/** A part of an operation, and the name that it gets if other operations have the same part. */
export type Use = { part: object; name: string; operationId: string }

/**
 * Returns the names of the parts that several operations have, by their JSON. The most frequent part of a name has that name;
 * another one is named after the first operation that has it, too.
 */
export function nameShared(uses: readonly Use[]): Map<string, string> {
  const known = new Map<string, { name: string; operationId: string; count: number }>()
  for (const { part, name, operationId } of uses) {
    const text = JSON.stringify(part)
    const same = known.get(text)
    if (same) same.count++
    else known.set(text, { name, operationId, count: 1 })
  }
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [text, { name, operationId, count }] of [...known].toSorted(byCount)) {
    if (count === 1) continue
    const chosen = taken.has(name) ? `${name}_${operationId}` : name
    taken.add(chosen)
    names.set(text, chosen)
  }
  return names
}

/** Returns the shared parts by their names, in alphabetical order. */
export function toComponents(names: ReadonlyMap<string, string>): Record<string, object> {
  return Object.fromEntries(
    [...names]
      .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([text, name]) => [name, JSON.parse(text)]),
  )
}

function byCount([, a]: [string, { count: number }], [, b]: [string, { count: number }]): number {
  return b.count - a.count
}
