import type { ComponentType } from 'react'
import { createStore, useStore } from '../../../lib/create-store.ts'
import { loadThreadTexts } from '../../../lib/intl.tsx'
import { loadPart } from '../../../lib/lazy-part.ts'
import type { ThreadPaneProps } from './thread-pane.tsx'

type Part = { Pane: ComponentType<ThreadPaneProps>; OwnDrafts: ComponentType }

const part = createStore<Part | null>(null)

/** Loads the code and the texts of the thread, which the list does not wait for. */
export async function loadThreadPart(): Promise<void> {
  if (part.get()) return
  const [{ ThreadPane }, { OwnDraftsLive }] = await Promise.all([
    loadPart(() => import('./thread-pane.tsx')),
    loadPart(() => import('../composer/own-drafts-live.ts')),
    loadThreadTexts(),
  ])
  part.set({ Pane: ThreadPane, OwnDrafts: OwnDraftsLive })
}

/** Returns the middle pane, or undefined until its code is loaded. */
export function useThreadPane(): ComponentType<ThreadPaneProps> | undefined {
  return useStore(part)?.Pane
}

/** Returns the component that follows the member's own drafts, or undefined until the code of the thread is loaded. */
export function useOwnDraftsLive(): ComponentType | undefined {
  return useStore(part)?.OwnDrafts
}

/** Returns whether a conversation that has been read is also shown. */
export function isThreadLoaded(): boolean {
  return part.get() !== null
}
