import { createContext, use } from 'react'
import type { Marks } from '../data/rows.ts'
import type { Member } from '../../../lib/members.ts'
import type { MessageItem, NoteItem } from '../data/types.ts'
import type { Sending } from '../send.ts'

/** What the rows of a thread have in common. It is the same object for as long as the chat is shown. */
export type ThreadActions = {
  chatId: string
  sending: Sending
  openImage: (message: MessageItem, index: number) => void
  openMenu: (message: MessageItem, button: HTMLElement) => void
  openTrail: (message: MessageItem) => void
  openNote: (note: NoteItem) => void
  goTo: (id: string) => void
  findItem: (id: string) => MessageItem | undefined
}

/** What every row is given to be drawn with. */
export type RowContext = {
  me: string
  findMember: (id: string | null) => Member | undefined
  customer: string
  marks: Marks
  today: number
  locale: string
  unreadId: string | null
  unreadCount: number
  highlightId: string | null
  isAdmin: boolean
}

/** The actions of the thread around. */
export const ThreadActionsContext = createContext<ThreadActions | null>(null)

/** The actions of the thread around. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error('This stands in a thread.')
  return actions
}
