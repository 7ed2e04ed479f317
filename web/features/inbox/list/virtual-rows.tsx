import type { Ref } from 'react'
import type { ItemProps, ListProps } from 'react-virtuoso'
import type { Chat } from '../data/types.ts'
import { ChatRow } from './chat-row.tsx'

/** The context that the rows of the list share. */
export type RowContext = {
  openId: string | null
  cursorId: string | null
  today: number
  locale: string
  nameOf: (chat: Chat) => string | null
  authorOf: (chat: Chat) => string | null
  hasDraft: (chatId: string) => boolean
  hrefOf: (chatId: string) => string
  /** Whether rows are being selected, and which are. */
  isSelecting: boolean
  /** Whether the list is in the order of waits. */
  isByWait: boolean
  isSelected: (chatId: string) => boolean
}

/** The elements of the virtual list, with the roles of a list. */
export const listComponents = {
  List: ({
    ref,
    context: _,
    ...props
  }: ListProps & { ref?: Ref<HTMLDivElement>; context?: unknown }) => (
    <div {...props} ref={ref} role="list" />
  ),
  Item: ({ item: _, context: __, ...props }: ItemProps<Chat> & { context?: unknown }) => (
    <div {...props} role="listitem" />
  ),
}

/** Renders the row of one conversation. */
export function renderRow(_: number, chat: Chat, context: RowContext) {
  const { openId, cursorId, nameOf, authorOf, hrefOf, today, locale } = context
  return (
    <ChatRow
      chat={chat}
      href={hrefOf(chat.id)}
      isOpen={chat.id === openId}
      isCursor={chat.id === cursorId}
      assignee={nameOf(chat)}
      author={authorOf(chat)}
      hasDraft={context.hasDraft(chat.id)}
      isByWait={context.isByWait}
      isSelecting={context.isSelecting}
      isSelected={context.isSelected(chat.id)}
      today={today}
      locale={locale}
    />
  )
}
