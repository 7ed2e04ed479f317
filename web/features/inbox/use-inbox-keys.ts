import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCommands } from '../../lib/commands.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { copyLink } from './actions/copy-link.ts'
import type { ChatActions } from './actions/use-chat-actions.ts'
import { requestCompose } from './compose.ts'
import type { ComposeRequest } from './compose.ts'
import { VIEWS } from './data/filters.ts'
import { savedViewsQuery } from './data/view-queries.ts'
import type { Chat } from './data/types.ts'
import { openDialog } from './dialogs.ts'
import type { ListHandle } from './list/use-list-keys.ts'
import type { SearchHandle } from './list/list-pane.tsx'
import type { InboxPlace } from './use-inbox-place.ts'

/**
 * Registers the inbox's shortcuts and palette commands. An action applies to the focused conversation in the list,
 * else to the open one.
 */
export function useInboxKeys(parts: {
  place: InboxPlace
  actions: ChatActions
  listHandle: RefObject<ListHandle | null>
  searchHandle: RefObject<SearchHandle | null>
  openChat: Chat | undefined
  togglePerson: () => void
}): void {
  const { place, actions, listHandle, searchHandle, openChat, togglePerson } = parts
  const t = useTranslations('inboxActions')
  const tViews = useTranslations('inbox.views')
  const { data: saved = [] } = useQuery(savedViewsQuery)
  const views = [...VIEWS, ...saved.map(({ id }) => id)]
  const [list, chat] = [t('groups.list'), t('groups.chat')]
  const target = (): Chat | undefined => {
    const isInList = document.activeElement?.closest('[data-chat]') !== null
    const cursor = listHandle.current?.cursorChat()
    return isInList || !openChat ? (cursor ?? openChat) : openChat
  }
  const onTarget = (run: (chat: Chat) => void) => () => {
    const found = target()
    if (found) run(found)
  }
  const turn = (by: number) => {
    const index = views.indexOf(place.view)
    place.openView(views[(index + by + views.length) % views.length]!)
  }
  const closeOrOpen = onTarget((each) =>
    each.status === 'closed' ? actions.reopen(each) : actions.close(each),
  )
  const write = (mode: ComposeRequest['mode']) => () => {
    const found = target()
    if (!found) return
    if (found.id === place.chatId) return requestCompose({ mode })
    place.openChat(found.id)
    // The composer of the conversation that opens is mounted after the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => requestCompose({ mode })))
  }
  const back = () => {
    const isOpen = place.chatId !== null
    const isInList = document.activeElement?.closest('[data-chat]') !== null
    if (isOpen && isInList) place.openChat(null)
    listHandle.current?.focus()
  }
  const keyed = [
    ['snooze', 's', onTarget((each) => openDialog({ kind: 'snooze', chat: each }))],
    ['assign', 'a', onTarget((each) => openDialog({ kind: 'assign', chat: each }))],
    ['assignToMe', 'i', onTarget(actions.assignToMe)],
    ['tag', 't', onTarget((each) => openDialog({ kind: 'tag', chat: each }))],
    ['reply', 'r', write('reply')],
    ['note', 'n', write('note')],
    ['unread', 'u', onTarget(actions.markUnread)],
    [
      'ticket',
      'shift+t',
      onTarget((each) => openDialog({ kind: 'ticket', chat: each, message: null })),
    ],
    ['person', 'p', () => place.chatId !== null && togglePerson()],
  ] as const
  useShortcuts([
    {
      keys: 'j',
      label: t('keys.next'),
      group: list,
      run: () => listHandle.current?.move(1),
      repeats: true,
    },
    {
      keys: 'k',
      label: t('keys.previous'),
      group: list,
      run: () => listHandle.current?.move(-1),
      repeats: true,
    },
    { keys: 'o', label: t('keys.open'), group: list, run: () => listHandle.current?.openCursor() },
    { keys: 'enter', label: t('keys.open'), group: list, isListOnly: true },
    { keys: '/', label: t('keys.search'), group: list, run: () => searchHandle.current?.focus() },
    { keys: 'f', label: t('keys.filter'), group: list, run: () => searchHandle.current?.filter() },
    { keys: '[', label: t('keys.previousView'), group: list, run: () => turn(-1) },
    { keys: ']', label: t('keys.nextView'), group: list, run: () => turn(1) },
    { keys: 'escape', label: t('keys.back'), group: list, run: back },
    { keys: 'e', label: t('keys.close'), group: chat, run: closeOrOpen },
    ...keyed.map(([name, keys, run]) => ({ keys, label: t(`keys.${name}`), group: chat, run })),
  ])
  useCommands([
    ...VIEWS.map((view) => ({
      id: `inbox-view-${view}`,
      label: t('keys.view', { name: tViews(view) }),
      keys: '',
      run: () => place.openView(view),
    })),
    ...saved.map(({ id, name }) => ({
      id: `inbox-view-${id}`,
      label: t('keys.view', { name }),
      run: () => place.openView(id),
    })),
    {
      id: 'inbox-search',
      label: t('keys.search'),
      keys: '/',
      run: () => searchHandle.current?.focus(),
    },
    {
      id: 'inbox-filter',
      label: t('keys.filter'),
      keys: 'f',
      run: () => searchHandle.current?.filter(),
    },
    ...(openChat
      ? [
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
      : []),
  ])
}
