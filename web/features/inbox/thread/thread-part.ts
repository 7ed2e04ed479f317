import type { ComponentType } from 'react'
import { createStore, useStore } from '../../../lib/create-store.ts'
import { loadThreadTexts } from '../../../lib/intl.tsx'
import { loadPart } from '../../../lib/lazy-part.ts'
import type { ThreadPaneProps } from './thread-pane.tsx'

const part = createStore<{ Pane: ComponentType<ThreadPaneProps> } | null>(null)

/** Loads the code and the texts of the thread, which the list does not wait for. */
export async function loadThreadPart(): Promise<void> {
  if (part.get()) return
  const [{ ThreadPane }] = await Promise.all([
    loadPart(() => import('./thread-pane.tsx')),
    loadThreadTexts(),
  ])
  part.set({ Pane: ThreadPane })
}

/** Returns the middle pane, or undefined until its code is loaded. */
export function useThreadPane(): ComponentType<ThreadPaneProps> | undefined {
  return useStore(part)?.Pane
}

/** Returns whether a conversation that has been read is also shown. */
export function isThreadLoaded(): boolean {
  return part.get() !== null
}
