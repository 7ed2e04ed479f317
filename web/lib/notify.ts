import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { UndoMessage } from '../components/undo-message.tsx'

/** Says briefly that something was done, with a way back where there is one. */
export function notifyDone(message: string, undo?: { label: string; run: () => void }): void {
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
}

/** Says what did not work and why. */
export function notifyError(title: string, err: unknown): void {
  notifications.show({
    title,
    message: err instanceof Error ? err.message : String(err),
    color: 'red',
    autoClose: 10_000,
    withBorder: true,
  })
}
