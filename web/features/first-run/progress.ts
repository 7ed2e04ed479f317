import { createStore, useStore } from '../../lib/create-store.ts'
import type { Store } from '../../lib/create-store.ts'
import { storage } from '../../lib/storage.ts'

/** The steps of the first run, in order. */
export const STEPS = ['write', 'answer', 'register', 'arrive'] as const

/** One step of the first run. */
export type Step = (typeof STEPS)[number]

/** Progress through the first run since `startedAt`: finished steps, the conversation used, and the panel's state. */
export type Progress = {
  startedAt: string
  isDismissed: boolean
  isFolded: boolean
  done: Partial<Record<Step, string>>
  chatId: string | null
}

const stores = new Map<string, Store<Progress>>()

/** Returns a member's progress in this browser, which survives reloads, and a function to update it. */
export function useProgress(
  key: string,
): [Progress, (change: (progress: Progress) => Progress) => void] {
  const store = stores.get(key) ?? openStore(key)
  return [useStore(store), store.update]
}

function openStore(key: string): Store<Progress> {
  const store = createStore(parse(storage.get(key)))
  const save = () => storage.set(key, JSON.stringify(store.get()))
  save()
  store.subscribe(save)
  stores.set(key, store)
  return store
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

/** Returns `progress` with a step done; unchanged when it was done before. */
export function withStep(progress: Progress, step: Step, chatId?: string): Progress {
  if (progress.done[step]) return progress
  const done = { ...progress.done, [step]: new Date().toISOString() }
  return { ...progress, done, chatId: chatId ?? progress.chatId }
}
