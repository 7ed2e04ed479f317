/** A change that watchers receive; `data` is what the lists would show. */
interface Notice {
  event:
    | 'message'
    | 'customer'
    | 'holder'
    | 'number'
    | 'typing'
    | 'webhooks'
    | 'settings'
    | 'arrival'
    | 'reset'
  data: unknown
}

/** Notifies all watchers; without any it does nothing. */
export interface Hub {
  tell(event: Notice['event'], data: () => unknown): void
  watch(listener: (notice: Notice) => void): () => void
  watchers(): number
}

/** Creates a hub without watchers. */
export function createHub(): Hub {
  const listeners = new Set<(notice: Notice) => void>()
  return {
    tell(event, data) {
      if (listeners.size === 0) return
      const notice = { event, data: data() }
      for (const listener of listeners) listener(notice)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watchers: () => listeners.size,
  }
}
