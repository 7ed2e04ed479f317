import { useEffect } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { Chat } from '../data/types.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { useIsPhone } from '../../../lib/use-width.ts'
import type { Selection } from '../../../lib/selection.ts'
import { useCursor } from './use-cursor.ts'
import { scrollToRow } from './virtual-rows.tsx'

/** Moves through the list by keys. */
export type ListHandle = {
  move: (by: number) => void
  openCursor: () => void
  focus: () => void
  cursorChat: () => Chat | undefined
  /** Selects or deselects the focused row, or else the one with the cursor. */
  toggle: () => void
  /**
   * Returns the id of the conversation after or before another one, or on its other side at an end of the list; null if
   * the list has no other, undefined if it does not contain `chatId`.
   */
  neighborOf: (chatId: string, side: 'next' | 'previous') => string | null | undefined
}

/**
 * Moves the cursor and the focus through the list: by the returned `onKeyDown`, and by `handle` from elsewhere. The
 * thread moves along, except on a phone that shows the list. `shownCursor` is the conversation that has the cursor.
 */
export function useListKeys(parts: {
  chats: readonly Chat[]
  place: InboxPlace
  cursorId: string | null
  onCursor: (id: string) => void
  listKey: string
  container: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  handle: RefObject<ListHandle | null>
  selection: Selection
}): { shownCursor: string | null; onKeyDown: (event: KeyboardEvent) => void } {
  const { chats, place, cursorId, onCursor, listKey, container, scroller, handle } = parts
  const { selection } = parts
  const { id: shownCursor, isMoved } = useCursor(chats, {
    cursorId,
    openId: place.chatId,
    key: listKey,
  })
  const focusRow = (id: string) =>
    container.current
      ?.querySelector<HTMLElement>(`[data-chat="${id}"]`)
      ?.focus({ preventScroll: true })
  /** Scrolls to a row and focuses it, unless the focus moves elsewhere before that. */
  const showRow = (index: number, id: string) => {
    const before = document.activeElement
    scrollToRow(scroller.current, index)
    requestAnimationFrame(() => {
      const now = document.activeElement
      if (now === before || now === document.body || container.current?.contains(now)) focusRow(id)
    })
    focusRow(id)
  }
  const isPhone = useIsPhone()
  const focusAt = (index: number) => {
    const chat = chats[index]
    if (!chat) return
    onCursor(chat.id)
    showRow(index, chat.id)
  }
  const moveTo = (index: number) => {
    focusAt(index)
    const id = chats[index]?.id
    const isShown = place.chatId !== null
    if (id && id !== place.chatId && (isShown || !isPhone)) place.openChat(id, { replace: isShown })
  }
  const focusedId = () =>
    container.current?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('[data-chat]')?.dataset['chat']
      : undefined
  /** Moves the focus without opening conversations, and selects the rows that it passes, or deselects them on the way back. */
  const extend = (by: number) => {
    const at = chats.findIndex(({ id }) => id === (focusedId() ?? shownCursor))
    const [from, to] = [chats[at], chats[at + by]]
    if (!from || !to) return
    if (selection.has(from.id) && selection.has(to.id)) selection.remove([from.id])
    else selection.add([from.id, to.id])
    showRow(at + by, to.id)
  }
  useEffect(() => {
    handle.current = {
      move: (by) => {
        const index = chats.findIndex(({ id }) => id === shownCursor)
        const isIn = container.current?.contains(document.activeElement) ?? false
        // The first press shows where the cursor is; later presses move it.
        const isFirst = !isIn && (isMoved ? by > 0 : place.chatId === null)
        const next = isFirst ? index : index + by
        moveTo(Math.max(0, Math.min(chats.length - 1, next)))
      },
      openCursor: () => {
        if (shownCursor) place.openChat(shownCursor)
      },
      focus: () => {
        if (shownCursor) focusAt(chats.findIndex(({ id }) => id === shownCursor))
      },
      toggle: () => {
        const id = focusedId() ?? shownCursor
        if (id) selection.toggle(id)
      },
      cursorChat: () => chats.find(({ id }) => id === shownCursor),
      neighborOf: (chatId, side) => {
        const index = chats.findIndex(({ id }) => id === chatId)
        if (index < 0) return undefined
        const [first, second] = side === 'next' ? [index + 1, index - 1] : [index - 1, index + 1]
        return (chats[first] ?? chats[second])?.id ?? null
      },
    }
  })
  const isLeaving = useIsFocusedRowLeaving(chats, container)
  useEffect(() => {
    if (isLeaving) handle.current?.focus()
  }, [isLeaving, handle])
  const openId = place.chatId
  useEffect(() => {
    const isIn = container.current?.contains(document.activeElement) ?? false
    if (openId !== null && isIn) handle.current?.focus()
  }, [openId, container, handle])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      extend(event.key === 'ArrowDown' ? 1 : -1)
      event.preventDefault()
      return
    }
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
