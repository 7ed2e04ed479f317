import { useMemo } from 'react'
import type { RefObject } from 'react'
import type { Thread } from '../data/thread.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { useSend } from '../send.ts'
import type { ThreadActions } from './thread-context.ts'

/** Returns what the rows of a thread can do: send again, open a dialog or a menu, go to a quoted message. */
export function useThreadActions(
  { id: chatId, channel: { type: channelType } }: Chat,
  parts: {
    customer: string
    latest: RefObject<{ thread: Thread | undefined }>
    goTo: (id: string) => Promise<void>
    openMenu: (message: MessageItem, anchor: HTMLElement) => void
  },
): ThreadActions {
  const { customer, latest, goTo, openMenu } = parts
  const sending = useSend(chatId)
  return useMemo(
    () => ({
      chatId,
      channelType,
      sending,
      openImage: (message, index) =>
        openDialog({ kind: 'image', chatId, messageId: message.id, index }),
      openMenu,
      openTrail: (message) => openDialog({ kind: 'trail', message, customer }),
      openNote: ({ id, text, mentions }) =>
        openDialog({ kind: 'edit-note', id, text, mentions, customer }),
      goTo: (id) => void goTo(id),
      findItem: (id) => {
        const found = latest.current.thread?.items.find((item) => item.id === id)
        return found?.kind === 'message' ? found : undefined
      },
    }),
    [chatId, channelType, customer, sending, goTo, openMenu, latest],
  )
}
