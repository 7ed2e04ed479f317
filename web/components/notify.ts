import { createElement } from 'react'
import { UndoMessage } from './undo-message.tsx'

/** What shows notices is fetched when the page has settled, or with the first of them. */
const loadNotices = () => import('./notices.tsx')

let lastUndo: (() => void) | null = null

/** Takes back what was done last, while the notice of it is shown. */
export function undoLast(): void {
  lastUndo?.()
}

/** Says briefly that something was done, with a way back where there is one. */
export function notifyDone(message: string, undo?: { label: string; run: () => void }): void {
  void loadNotices().then(({ notifications }) => {
    const id = crypto.randomUUID()
    const takeBack = undo
      ? () => {
          notifications.hide(id)
          undo.run()
        }
      : null
    if (takeBack) lastUndo = takeBack
    notifications.show({
      id,
      message: undo
        ? createElement(UndoMessage, {
            message,
            label: undo.label,
            onUndo: takeBack!,
          })
        : message,
      autoClose: undo ? 8000 : 4000,
      withBorder: true,
      onClose: () => {
        if (lastUndo === takeBack) lastUndo = null
      },
    })
  })
}

/** Says what did not work and why. */
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
