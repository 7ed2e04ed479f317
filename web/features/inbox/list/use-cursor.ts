import { useEffect, useRef } from 'react'
import type { Chat } from '../data/types.ts'

/**
 * Returns the list's keyboard cursor: at the open conversation, else at the row chosen by keys, else at the first.
 * `isMoved`: that conversation left the list, for example by being closed, and the row in its place has the cursor.
 * `key` names the list.
 */
export function useCursor(
  chats: readonly Chat[],
  wanted: { cursorId: string | null; openId: string | null; key: string },
): { id: string | null; isMoved: boolean } {
  const last = useRef({ key: '', index: 0 })
  const { cursorId, openId, key } = wanted
  const open = chats.findIndex(({ id }) => id === openId)
  const index = open >= 0 ? open : chats.findIndex(({ id }) => id === cursorId)
  useEffect(() => {
    if (index >= 0) last.current = { key, index }
  })
  if (index >= 0) return { id: chats[index]!.id, isMoved: false }
  const isMoved = last.current.key === key
  const at = isMoved ? Math.min(last.current.index, chats.length - 1) : 0
  return { id: chats[at]?.id ?? null, isMoved }
}
