import type { ComponentType } from 'react'
import { createStore, useStore } from '../../../lib/create-store.ts'
import { loadThreadTexts } from '../../../lib/intl.tsx'
import { loadPart } from '../../../lib/lazy-part.ts'
import type { ThreadPaneProps } from './thread-pane.tsx'

type Part = { Pane: ComponentType<ThreadPaneProps>; Background: ComponentType }

const part = createStore<Part | null>(null)

/** Loads the code and the texts of the thread, which the list does not wait for. */
export async function loadThreadPart(): Promise<void> {
  if (part.get()) return
  const [{ ThreadPane }, { InboxBackground }] = await Promise.all([
    loadPart(() => import('./thread-pane.tsx')),
    loadPart(() => import('../inbox-background.tsx')),
    loadThreadTexts(),
  ])
  part.set({ Pane: ThreadPane, Background: InboxBackground })
}

/** Returns the middle pane, or undefined until its code is loaded. */
export function useThreadPane(): ComponentType<ThreadPaneProps> | undefined {
  return useStore(part)?.Pane
}

/** Returns the parts of the inbox that are never seen at first, or undefined until their code is loaded. */
export function useInboxBackground(): ComponentType | undefined {
  return useStore(part)?.Background
}

/** Returns whether a conversation that has been read is also shown. */
export function isThreadLoaded(): boolean {
  return part.get() !== null
}
