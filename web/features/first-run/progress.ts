import { useSyncExternalStore } from 'react'
import { storage } from '../../lib/storage.ts'

/** The steps of the first run, in their order. */
export const STEPS = ['write', 'answer', 'register', 'arrive'] as const

/** One step of the first run. */
export type Step = (typeof STEPS)[number]

/** How far somebody is: what is done since `startedAt`, in which chat, and whether they sent the panel away. */
export type Progress = {
  startedAt: string
  isDismissed: boolean
  isFolded: boolean
  done: Partial<Record<Step, string>>
  chatId: string | null
}

const stores = new Map<string, ReturnType<typeof createStore>>()

/** The progress of one member of a workspace in this browser, kept over reloads, and how to change it. */
export function useProgress(
  key: string,
): [Progress, (change: (progress: Progress) => Progress) => void] {
  const store = stores.get(key) ?? createStore(key)
  stores.set(key, store)
  return [useSyncExternalStore(store.subscribe, store.read), store.change]
}

function createStore(key: string) {
  const listeners = new Set<() => void>()
  let progress = parse(storage.get(key))
  const keep = () => storage.set(key, JSON.stringify(progress))
  keep()
  return {
    read: () => progress,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (change: (before: Progress) => Progress) => {
      const next = change(progress)
      if (next === progress) return
      progress = next
      keep()
      for (const each of listeners) each()
    },
  }
}

function parse(text: string | null): Progress {
  const fresh: Progress = {
    startedAt: new Date().toISOString(),
    isDismissed: false,
    isFolded: false,
    done: {},
    chatId: null,
  }
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...fresh, ...kept } : fresh
  } catch {
    return fresh
  }
}

/** `progress` with a step done; the same where it was done before. */
export function withStep(progress: Progress, step: Step, chatId?: string): Progress {
  if (progress.done[step]) return progress
  const done = { ...progress.done, [step]: new Date().toISOString() }
  return { ...progress, done, chatId: chatId ?? progress.chatId }
}
