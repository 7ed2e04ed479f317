import { useSyncExternalStore } from 'react'
import type { Chat, MessageItem } from './data/types.ts'

/** What stands in front of the inbox: something to choose, to write or to look at. */
export type InboxDialog =
  | { kind: 'assign' | 'snooze' | 'tag'; chat: Chat }
  | { kind: 'ticket'; chat: Chat; message: MessageItem | null }
  | { kind: 'trail'; message: MessageItem }
  | { kind: 'image'; chatId: string; messageId: string; index: number }
  | { kind: 'save-view'; filters: Record<string, unknown> }
  | { kind: 'edit-note'; id: string; text: string; mentions: string[] }

let shown: InboxDialog | null = null
const listeners = new Set<() => void>()

/** Puts a dialog in front of the inbox; null takes it away. */
export function openDialog(dialog: InboxDialog | null): void {
  shown = dialog
  for (const each of listeners) each()
}

/** What stands in front of the inbox. */
export function useDialog(): InboxDialog | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    () => shown,
  )
}
