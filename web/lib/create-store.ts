import { useSyncExternalStore } from 'react'

/** A value kept outside React. Components that use it render again when it changes. */
export type Store<T> = {
  /** Returns the current value. */
  get: () => T
  /** Sets the value; an equal value does not call the listeners. */
  set: (next: T) => void
  /** Sets the value to what `change` returns for the current one. */
  update: (change: (before: T) => T) => void
  /** Calls `listener` after each change until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store that holds `initial`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  function set(next: T): void {
    if (Object.is(next, value)) return
    value = next
    for (const each of listeners) each()
  }
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the store's value. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Returns the part of the store's value that `select` returns. It must return the same object for the same value. */
export function useSelected<T, Part>(store: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
