/** Items kept for reuse by key, such as open connections by origin. */
type IdlePool<T> = {
  take: (key: string) => T | undefined
  keep: (key: string, item: T) => void
  remove: (key: string, item: T) => boolean
  clear: () => T[]
}

/**
 * Creates a pool that keeps at most `perKeyMax` items of a key and `max` items in total.
 * Items beyond that are passed to `drop`: the new item if its key is full, or the item of the key that has been
 * idle longest if the pool is full. `take` returns the most recently kept item, `clear` empties the pool.
 */
export function createIdlePool<T>({
  perKeyMax,
  max,
  drop,
}: {
  perKeyMax: number
  max: number
  drop: (item: T) => void
}): IdlePool<T> {
  const itemsByKey = new Map<string, T[]>()
  let count = 0

  function remove(key: string, item: T | undefined): boolean {
    const items = itemsByKey.get(key)
    const index = item === undefined ? -1 : (items?.indexOf(item) ?? -1)
    if (!items || index < 0) return false
    items.splice(index, 1)
    if (items.length === 0) itemsByKey.delete(key)
    count--
    return true
  }

  return {
    remove,
    take(key) {
      const item = itemsByKey.get(key)?.at(-1)
      remove(key, item)
      return item
    },
    keep(key, item) {
      const items = itemsByKey.get(key) ?? []
      if (items.length >= perKeyMax) return drop(item)
      items.push(item)
      itemsByKey.set(key, items)
      if (++count <= max) return
      const [oldestKey, [oldest]] = itemsByKey.entries().next().value ?? ['', []]
      if (oldest !== undefined && remove(oldestKey, oldest)) drop(oldest)
    },
    clear() {
      const items = [...itemsByKey.values()].flat()
      itemsByKey.clear()
      count = 0
      return items
    },
  }
}
