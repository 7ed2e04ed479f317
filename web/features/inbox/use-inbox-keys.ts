import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCommands } from '../../lib/commands.ts'
import { savedViewsQuery } from '../../lib/saved-views.ts'
import type { SavedView } from '../../lib/saved-views.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { copyLink } from './actions/copy-link.ts'
import type { ChatActions } from './actions/use-chat-actions.ts'
import { requestCompose } from './compose.ts'
import type { ComposeRequest } from './compose.ts'
import { VIEWS } from './data/filters.ts'
import type { Chat } from './data/types.ts'
import { openDialog } from './dialogs.ts'
import type { ListHandle } from './list/use-list-keys.ts'
import type { SearchHandle } from './list/list-pane.tsx'
import type { InboxPlace } from './use-inbox-place.ts'

/** The parts of the inbox that its keys operate. */
type InboxParts = {
  place: InboxPlace
  actions: ChatActions
  listHandle: RefObject<ListHandle | null>
  searchHandle: RefObject<SearchHandle | null>
  openChat: Chat | undefined
  togglePerson: () => void
}

/**
 * Registers the inbox's shortcuts and palette commands. An action applies to the focused conversation in the list,
 * else to the open one.
 */
export function useInboxKeys(parts: InboxParts): void {
  const { data: saved = [] } = useQuery(savedViewsQuery('chats'))
  useListShortcuts(parts, saved)
  useListCommands(parts, saved)
  useChatKeys(parts)
}

function useListShortcuts(parts: InboxParts, saved: SavedView[]): void {
  const { place, listHandle, searchHandle } = parts
  const t = useTranslations('inboxActions')
  const group = t('groups.list')
  const views = [...VIEWS, ...saved.map(({ id }) => id)]
  const turn = (by: number) => {
    const index = views.indexOf(place.view)
    place.openView(views[(index + by + views.length) % views.length]!)
  }
  const back = () => {
    if (place.chatId !== null && isFocusInList()) place.openChat(null)
    listHandle.current?.focus()
  }
  useShortcuts([
    {
      keys: 'j',
      label: t('keys.next'),
      group,
      run: () => listHandle.current?.move(1),
      repeats: true,
    },
    {
      keys: 'k',
      label: t('keys.previous'),
      group,
      run: () => listHandle.current?.move(-1),
      repeats: true,
    },
    { keys: 'o', label: t('keys.open'), group, run: () => listHandle.current?.openCursor() },
    { keys: 'enter', label: t('keys.open'), group, isListOnly: true },
    { keys: '/', label: t('keys.search'), group, run: () => searchHandle.current?.focus() },
    { keys: 'f', label: t('keys.filter'), group, run: () => searchHandle.current?.filter() },
    { keys: '[', label: t('keys.previousView'), group, run: () => turn(-1) },
    { keys: ']', label: t('keys.nextView'), group, run: () => turn(1) },
    { keys: 'escape', label: t('keys.back'), group, run: back },
  ])
}

function useListCommands({ place, searchHandle }: InboxParts, saved: SavedView[]): void {
  const t = useTranslations('inboxActions.keys')
  const tViews = useTranslations('inbox.views')
  useCommands([
    ...VIEWS.map((view) => ({
      id: `inbox-view-${view}`,
      label: t('view', { name: tViews(view) }),
      keys: '',
      run: () => place.openView(view),
    })),
    ...saved.map(({ id, name }) => ({
      id: `inbox-view-${id}`,
      label: t('view', { name }),
      run: () => place.openView(id),
    })),
    {
      id: 'inbox-search',
      label: t('search'),
      keys: '/',
      run: () => searchHandle.current?.focus(),
    },
    {
      id: 'inbox-filter',
      label: t('filter'),
      keys: 'f',
      run: () => searchHandle.current?.filter(),
    },
  ])
}

function useChatKeys({ place, actions, listHandle, openChat, togglePerson }: InboxParts): void {
  const t = useTranslations('inboxActions')
  const group = t('groups.chat')
  const target = (): Chat | undefined => {
    const cursor = listHandle.current?.cursorChat()
    return isFocusInList() || !openChat ? (cursor ?? openChat) : openChat
  }
  const onTarget = (run: (chat: Chat) => void) => () => {
    const found = target()
    if (found) run(found)
  }
  const closeOrOpen = onTarget((each) =>
    each.status === 'closed' ? actions.reopen(each) : actions.close(each),
  )
  const write = (mode: ComposeRequest['mode']) =>
    onTarget((found) => {
      if (found.id === place.chatId) return requestCompose({ mode })
      place.openChat(found.id)
      // The composer of the conversation that opens is mounted after the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => requestCompose({ mode })))
    })
  const createTicket = (chat: Chat) => openDialog({ kind: 'ticket', chat, message: null })
  const keyed = [
    ['snooze', 's', onTarget((each) => openDialog({ kind: 'snooze', chat: each }))],
    ['assign', 'a', onTarget((each) => openDialog({ kind: 'assign', chat: each }))],
    ['assignToMe', 'i', onTarget(actions.assignToMe)],
    ['tag', 't', onTarget((each) => openDialog({ kind: 'tag', chat: each }))],
    ['reply', 'r', write('reply')],
    ['note', 'n', write('note')],
    ['unread', 'u', onTarget(actions.markUnread)],
    ['ticket', 'shift+t', onTarget(createTicket)],
    ['person', 'p', () => place.chatId !== null && togglePerson()],
  ] as const
  useShortcuts([
    { keys: 'e', label: t('keys.close'), group, run: closeOrOpen },
    ...keyed.map(([name, keys, run]) => ({ keys, label: t(`keys.${name}`), group, run })),
  ])
  const commands = openChat && [
    {
      id: 'inbox-close',
      label: openChat.status === 'closed' ? t('keys.reopen') : t('keys.close'),
      keys: 'e',
      run: closeOrOpen,
    },
    ...keyed.map(([name, keys, run]) => ({
      id: `inbox-${name}`,
      label: t(`keys.${name}`),
      keys,
      run,
    })),
    { id: 'inbox-template', label: t('keys.template'), run: write('template') },
    {
      id: 'inbox-link',
      label: t('header.copyLink'),
      run: () => void copyLink(openChat.id, t('header.linkCopied')),
    },
  ]
  useCommands(commands ?? [])
}

function isFocusInList(): boolean {
  return document.activeElement?.closest('[data-chat]') !== null
}
