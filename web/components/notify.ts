import { createElement } from 'react'
import { loadPart } from '../lib/lazy-part.ts'
import { UNDO_MS } from './undo-ms.ts'

/** Loads the notification components separately, so that the first page does not wait for them. */
const loadNotices = () => loadPart(() => import('./notices.tsx'))

let lastUndo: (() => void) | null = null

/** Undoes the last action, while its notification is shown. */
export function undoLast(): void {
  lastUndo?.()
}

/** Shows a notification that an action is done, with an undo button if `undo` is given. */
export function notifyDone(message: string, undo?: { label: string; run: () => void }): void {
  void loadNotices().then(({ notifications, UndoMessage }) => {
    const id = crypto.randomUUID()
    const undoAndHide = undo
      ? () => {
          notifications.hide(id)
          undo.run()
        }
      : null
    if (undoAndHide) lastUndo = undoAndHide
    notifications.show({
      id,
      message: undo
        ? createElement(UndoMessage, {
            message,
            label: undo.label,
            onUndo: undoAndHide!,
          })
        : message,
      autoClose: undo ? UNDO_MS : 4000,
      withBorder: true,
      onClose: () => {
        if (lastUndo === undoAndHide) lastUndo = null
      },
    })
  })
}

/** Shows a notification with what failed and why. */
export function notifyError(title: string, err: unknown): void {
  void loadNotices().then(({ notifications }) =>
    notifications.show({
      title,
      message: err instanceof Error ? err.message : String(err),
      color: 'red',
      autoClose: 10_000,
      withBorder: true,
    }),
  )
}
