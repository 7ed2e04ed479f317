/** A store of the newest items by id; the oldest are removed when a bound is exceeded. */
export interface Ring<T> {
  add(id: string, item: T, bytes?: number): void
  get(id: string): T | undefined
  delete(id: string): void
  newest(limit: number, keep?: (item: T) => boolean): T[]
  clear(): void
}

/** Creates an empty ring that holds at most `itemsMax` items and `bytesMax` bytes, as declared by `add`. */
export function createRing<T>(itemsMax: number, bytesMax = Infinity): Ring<T> {
  const entries = new Map<string, { item: T; bytes: number }>()
  let bytesHeld = 0

  function drop(id: string) {
    bytesHeld -= entries.get(id)?.bytes ?? 0
    entries.delete(id)
  }

  return {
    add(id, item, bytes = 0) {
      drop(id)
      entries.set(id, { item, bytes })
      bytesHeld += bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= itemsMax && bytesHeld <= bytesMax) break
        drop(oldest)
      }
    },
    get: (id) => entries.get(id)?.item,
    delete: drop,
    newest(limit, keep = () => true) {
      const kept: T[] = []
      for (const { item } of [...entries.values()].reverse()) {
        if (kept.length >= limit) break
        if (keep(item)) kept.push(item)
      }
      return kept
    },
    clear() {
      entries.clear()
      bytesHeld = 0
    },
  }
}
