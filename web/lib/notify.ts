import { createElement } from 'react'
import { UndoMessage } from '../components/undo-message.tsx'

/** What shows notices is fetched when the page has settled, or with the first of them. */
const loadNotices = () => import('../components/notices.tsx')

/** Says briefly that something was done, with a way back where there is one. */
export function notifyDone(message: string, undo?: { label: string; run: () => void }): void {
  void loadNotices().then(({ notifications }) => {
    const id = crypto.randomUUID()
    notifications.show({
      id,
      message: undo
        ? createElement(UndoMessage, {
            message,
            label: undo.label,
            onUndo: () => {
              notifications.hide(id)
              undo.run()
            },
          })
        : message,
      autoClose: undo ? 8000 : 4000,
      withBorder: true,
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
