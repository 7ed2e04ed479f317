import { useEffect } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { Chat } from '../data/types.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { useCursor } from './use-cursor.ts'

/** Moves through the list by keys. */
export type ListHandle = {
  move: (by: number) => void
  openCursor: () => void
  focus: () => void
  cursorChat: () => Chat | undefined
}

/**
 * Moves the cursor and the focus through the list: by the returned `onKeyDown`, and by `handle` from elsewhere.
 * `shownCursor` is the conversation that has the cursor.
 */
export function useListKeys(parts: {
  chats: readonly Chat[]
  place: InboxPlace
  cursorId: string | null
  onCursor: (id: string) => void
  listKey: string
  container: RefObject<HTMLElement | null>
  virtuoso: RefObject<VirtuosoHandle | null>
  handle: RefObject<ListHandle | null>
}): { shownCursor: string | null; onKeyDown: (event: KeyboardEvent) => void } {
  const { chats, place, cursorId, onCursor, listKey, container, virtuoso, handle } = parts
  const { id: shownCursor, isMoved } = useCursor(chats, {
    cursorId,
    openId: place.chatId,
    key: listKey,
  })
  const focusRow = (id: string) =>
    container.current
      ?.querySelector<HTMLElement>(`[data-chat="${id}"]`)
      ?.focus({ preventScroll: true })
  const moveTo = (index: number) => {
    const chat = chats[index]
    if (!chat) return
    onCursor(chat.id)
    virtuoso.current?.scrollIntoView({
      index,
      done: () => requestAnimationFrame(() => focusRow(chat.id)),
    })
    focusRow(chat.id)
  }
  useEffect(() => {
    handle.current = {
      move: (by) => {
        const index = chats.findIndex(({ id }) => id === shownCursor)
        const isIn = container.current?.contains(document.activeElement) ?? false
        // The first press shows where the cursor is. Later presses move it, starting from the open conversation if the
        // cursor is elsewhere.
        const isFirst = !isIn && (isMoved ? by > 0 : cursorId === null && place.chatId === null)
        const next = isFirst ? index : index + by
        moveTo(Math.max(0, Math.min(chats.length - 1, next)))
      },
      openCursor: () => {
        if (shownCursor) place.openChat(shownCursor)
      },
      focus: () => {
        if (shownCursor) moveTo(chats.findIndex(({ id }) => id === shownCursor))
      },
      cursorChat: () => chats.find(({ id }) => id === shownCursor),
    }
  })
  const isLeaving = useIsFocusedRowLeaving(chats, container)
  useEffect(() => {
    if (isLeaving) handle.current?.focus()
  }, [isLeaving, handle])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) handle.current?.move(by)
    else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(chats.length - 1)
    else return
    event.preventDefault()
  }
  return { shownCursor, onKeyDown }
}

/** Returns whether the focused row is leaving the list and takes the focus with it. */
function useIsFocusedRowLeaving(
  chats: readonly Chat[],
  container: RefObject<HTMLElement | null>,
): boolean {
  const focused = container.current?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-chat]')?.dataset['chat']
    : undefined
  return focused !== undefined && !chats.some(({ id }) => id === focused)
}
