import { createContext, use } from 'react'
import type { Member } from '../../../lib/members.ts'
import type { MessageItem, NoteItem } from '../data/types.ts'
import type { Sending } from '../send.ts'

/** The actions that all rows of a thread share. The object stays the same while the conversation is shown. */
export type ThreadActions = {
  chatId: string
  channelType: string
  sending: Sending
  openImage: (message: MessageItem, index: number) => void
  openMenu: (message: MessageItem, button: HTMLElement) => void
  openTrail: (message: MessageItem) => void
  openNote: (note: NoteItem) => void
  goTo: (id: string) => void
  findItem: (id: string) => MessageItem | undefined
}

/** The data that every row needs to render. */
export type RowContext = {
  me: string
  findMember: (id: string | null) => Member | undefined
  customer: string
  today: number
  locale: string
  unreadId: string | null
  unreadCount: number
  highlightId: string | null
  isAdmin: boolean
}

/** Accepts the place of the messages as it is now, so that the next change of their heights moves none above it. */
export const ThreadPlaceContext = createContext<() => void>(() => undefined)

/** The actions of the surrounding thread. */
export const ThreadActionsContext = createContext<ThreadActions | null>(null)

/** Returns the actions of the surrounding thread. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext)
  if (!actions) throw new Error('This stands in a thread.')
  return actions
}
