import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCommands } from '../../lib/commands.ts'
import { openNewMessage } from '../../lib/new-message.ts'
import { savedViewsQuery } from '../../lib/saved-views.ts'
import type { SavedView } from '../../lib/saved-views.ts'
import type { Selection } from '../../lib/selection.ts'
import { useSession } from '../../lib/session.ts'
import { useHasNoTeams, useIsInTeam } from '../../lib/teams.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useMay } from '../../lib/use-may.ts'
import { useIsPhone } from '../../lib/use-width.ts'
import type { BulkChats } from './actions/use-bulk-chats.ts'
import { copyLink } from './actions/copy-link.ts'
import type { ChatActions } from './actions/use-chat-actions.ts'
import { requestCompose } from './compose.ts'
import type { ComposeRequest } from './compose.ts'
import { VIEWS } from './data/filters.ts'
import { threadQuery } from './data/thread-query.ts'
import type { Chat } from './data/types.ts'
import { openDialog } from './dialogs.ts'
import type { ListHandle } from './list/use-list-keys.ts'
import { isThreadLoaded } from './thread/thread-part.ts'
import type { SearchHandle } from './list/list-pane.tsx'
import type { InboxPlace } from './use-inbox-place.ts'

/** The parts of the inbox that its keys operate. */
type InboxParts = {
  place: InboxPlace
  actions: ChatActions
  selection: Selection
  bulk: BulkChats
  listHandle: RefObject<ListHandle | null>
  searchHandle: RefObject<SearchHandle | null>
  openChat: Chat | undefined
  togglePerson: () => void
}

/**
 * Registers the inbox's shortcuts and palette commands. An action applies to the conversation whose thread is shown, and
 * to no other: if none is shown, its key opens the one that has the cursor in the list.
 */
export function useInboxKeys(parts: InboxParts): void {
  const { data: saved = [] } = useQuery(savedViewsQuery('chats'))
  useListShortcuts(parts, saved)
  useListCommands(parts, saved)
  useChatKeys(parts)
}

function useListShortcuts(parts: InboxParts, saved: SavedView[]): void {
  const { place, listHandle, searchHandle, selection } = parts
  const t = useTranslations('inboxActions')
  const tShell = useTranslations('shell')
  const maySend = useMay()('messages:write')
  const group = t('groups.list')
  const views = [...useViews(), ...saved.map(({ id }) => id)]
  const turn = (by: number) => {
    const index = views.indexOf(place.view)
    place.openView(views[(index + by + views.length) % views.length]!)
  }
  const isPhone = useIsPhone()
  const back = () => {
    if (selection.isOn) return selection.clear()
    if (place.chatId !== null && (isFocusInList() || isPhone)) place.openChat(null)
    listHandle.current?.focus()
  }
  useShortcuts([
    ...(maySend
      ? [
          {
            id: 'inbox_new_message' as const,
            label: tShell('newMessage'),
            group,
            run: () => openNewMessage(),
          },
        ]
      : []),
    {
      id: 'inbox_next',
      label: t('keys.next'),
      group,
      run: () => listHandle.current?.move(1),
      repeats: true,
    },
    {
      id: 'inbox_previous',
      label: t('keys.previous'),
      group,
      run: () => listHandle.current?.move(-1),
      repeats: true,
    },
    { id: 'inbox_open', label: t('keys.open'), group, run: () => listHandle.current?.openCursor() },
    {
      id: 'inbox_select',
      label: t('keys.select'),
      group,
      run: () => listHandle.current?.toggle(),
    },
    { keys: 'enter', label: t('keys.open'), group, isListOnly: true },
    {
      id: 'inbox_search',
      label: t('keys.search'),
      group,
      run: () => searchHandle.current?.focus(),
    },
    {
      id: 'inbox_filter',
      label: t('keys.filter'),
      group,
      run: () => searchHandle.current?.filter(),
    },
    { id: 'inbox_previous_view', label: t('keys.previousView'), group, run: () => turn(-1) },
    { id: 'inbox_next_view', label: t('keys.nextView'), group, run: () => turn(1) },
    { keys: 'shift+arrowdown', label: t('keys.selectMore'), group, isListOnly: true },
    { keys: 'mod+a', label: t('keys.selectAll'), group, isListOnly: true },
    { keys: 'escape', label: t('keys.back'), group, run: back },
  ])
}

function useListCommands({ place, searchHandle }: InboxParts, saved: SavedView[]): void {
  const t = useTranslations('inboxActions.keys')
  const tViews = useTranslations('inbox.views')
  useCommands([
    ...useViews().map((view) => ({
      id: `inbox-view-${view}`,
      label: t('view', { name: tViews(view) }),
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
      shortcut: 'inbox_search',
      run: () => searchHandle.current?.focus(),
    },
    {
      id: 'inbox-filter',
      label: t('filter'),
      shortcut: 'inbox_filter',
      run: () => searchHandle.current?.filter(),
    },
    {
      id: 'inbox-waiting',
      label: t('waiting'),
      run: () => place.choose({ ...place.chosen, waiting: true }),
    },
  ])
}

function useChatKeys(parts: InboxParts): void {
  const { place, actions, selection, bulk, listHandle, openChat, togglePerson } = parts
  const me = useSession().membership.id
  const hasNoTeams = useHasNoTeams()
  const may = useMay()
  const t = useTranslations('inboxActions')
  const queries = useQueryClient()
  const group = t('groups.chat')
  // An action that changes the conversation waits until its messages are shown, too: the next conversation may have
  // opened a moment ago.
  const change = (run: (chat: Chat) => void) => () => {
    if (place.chatId === null) listHandle.current?.openCursor()
    else if (
      openChat &&
      isThreadLoaded() &&
      queries.getQueryData(threadQuery(openChat.id).queryKey)
    )
      run(openChat)
  }
  // A dialog names its customer, so it may open together with the conversation.
  const ask = (open: (chat: Chat) => void) => () => {
    const chat = place.chatId === null ? listHandle.current?.cursorChat() : openChat
    if (!chat) return
    if (place.chatId === null) place.openChat(chat.id)
    open(chat)
  }
  /** Acts on the selected conversations if there are any. */
  const orSelected = (runOnSelected: () => void, run: () => void) => () =>
    selection.count > 0 ? runOnSelected() : run()
  const closeOrOpen = orSelected(
    bulk.closeOrReopen,
    change((each) => (each.status === 'closed' ? actions.reopen(each) : actions.close(each))),
  )
  const write = (mode: ComposeRequest['mode']) =>
    // If the conversation is opening, its composer gets the request once it is mounted.
    ask(() => requestCompose({ mode }))
  const choose = (kind: 'snooze' | 'assign' | 'team' | 'priority' | 'tag') =>
    orSelected(
      () => bulk.ask(kind),
      ask((chat) => openDialog({ kind, chat })),
    )
  const keys = [
    ['snooze', 'inbox_snooze', choose('snooze'), 'chats:write'],
    ['assign', 'inbox_assign', choose('assign'), 'chats:write'],
    [
      'assignToMe',
      'inbox_assign_to_me',
      orSelected(() => bulk.assignTo(me), change(actions.assignToMe)),
      'chats:write',
    ],
    ['team', 'inbox_team', choose('team'), 'chats:write'],
    ['priority', 'inbox_priority', choose('priority'), 'chats:write'],
    ['tag', 'inbox_tag', choose('tag'), 'chats:write'],
    ['reply', 'conversation_reply', write('reply'), 'messages:write'],
    ['note', 'conversation_note', write('note'), 'notes:write'],
    [
      'unread',
      'inbox_unread',
      orSelected(bulk.markUnread, change(actions.markUnread)),
      'chats:write',
    ],
    [
      'ticket',
      'inbox_ticket',
      ask((chat) => openDialog({ kind: 'ticket', chat, message: null })),
      'tickets:write',
    ],
    ['person', 'inbox_contact', () => place.chatId !== null && togglePerson(), 'chats:read'],
  ] as const
  const keyed = keys.filter(([name, , , scope]) => may(scope) && (name !== 'team' || !hasNoTeams))
  const mayClose = may('chats:write')
  useShortcuts([
    ...(mayClose
      ? [{ id: 'inbox_close' as const, label: t('keys.close'), group, run: closeOrOpen }]
      : []),
    ...keyed.map(([name, id, run]) => ({ id, label: t(`keys.${name}`), group, run })),
  ])
  const commands = openChat && [
    ...(mayClose
      ? [
          {
            id: 'inbox-close',
            label: openChat.status === 'closed' ? t('keys.reopen') : t('keys.close'),
            shortcut: 'inbox_close' as const,
            run: closeOrOpen,
          },
        ]
      : []),
    ...keyed.map(([name, shortcut, run]) => ({
      id: `inbox-${name}`,
      label: t(`keys.${name}`),
      shortcut,
      run,
    })),
    ...(may('messages:write')
      ? [{ id: 'inbox-template', label: t('keys.template'), run: write('template') }]
      : []),
    {
      id: 'inbox-link',
      label: t('copyLink'),
      run: () => void copyLink(openChat.id, t('linkCopied')),
    },
  ]
  useCommands(commands ?? [])
}

/** Returns the built-in views in order; that of the member's teams only if there are any. */
function useViews() {
  const isInTeam = useIsInTeam()
  return VIEWS.filter((view) => isInTeam || view !== 'my_teams')
}

function isFocusInList(): boolean {
  return document.activeElement?.closest('[data-chat]') !== null
}
