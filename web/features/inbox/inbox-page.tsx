import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadThreadTexts } from '../../lib/intl.tsx'
import { useSelection } from '../../lib/selection.ts'
import type { Selection } from '../../lib/selection.ts'
import { useSession } from '../../lib/session.ts'
import { NoticePlace } from '../../components/notice-place.tsx'
import { EmptyState, LoadingRows } from '../../components/states.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { storage } from '../../lib/storage.ts'
import { useBulkChats } from './actions/use-bulk-chats.ts'
import type { BulkChats } from './actions/use-bulk-chats.ts'
import { useDoneActions } from './actions/use-done-actions.ts'
import { chatQuery } from './data/chat-queries.ts'
import { countsQuery, hasNoChats } from './data/counts-query.ts'
import { useDialog } from './dialogs.ts'
import { InboxLive } from './inbox-live.tsx'
import classes from './inbox-page.module.css'
import { ListPane } from './list/list-pane.tsx'
import type { SearchHandle } from './list/list-pane.tsx'
import type { ListHandle } from './list/use-list-keys.ts'
import { loadThreadPart, useThreadPane } from './thread/thread-part.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useInboxPlace } from './use-inbox-place.ts'
import { useIsPhone, useIsWide } from '../../lib/use-width.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { lazyPartWithTexts } from '../../lib/lazy-part-with-texts.ts'

// Its texts are not part of the inbox's first files.
const ContactPane = lazyPartWithTexts(
  async () => (await import('./contact-pane/contact-pane.tsx')).ContactPane,
)
const ChatSelectionPanel = lazyPartWithTexts(
  async () => (await import('./list/chat-selection-panel.tsx')).ChatSelectionPanel,
)
const InboxDialogs = lazyPart(async () => {
  const [{ InboxDialogs: component }] = await Promise.all([
    import('./actions/inbox-dialogs.tsx'),
    loadThreadTexts(),
  ])
  return component
})

/** Minimum width of the inbox to show the contact next to the conversation, as in its style sheet. */
const THREE_PANES_REM = 70
/** Milliseconds after which the code of the thread loads while no conversation is open. */
const THREAD_AFTER_MS = 300

/** Shows the inbox: the list, the open conversation, and its contact. A phone shows one of them at a time. */
export function InboxPage() {
  const t = useTranslations('inbox')
  const { workspace } = useSession()
  const place = useInboxPlace()
  const { chatId } = place
  const [cursorId, setCursor] = useState<string | null>(null)
  const listHandle = useRef<ListHandle>(null)
  const searchHandle = useRef<SearchHandle>(null)
  const actions = useDoneActions(place, listHandle)
  const selection = useSelection(JSON.stringify(place.filters))
  const bulk = useBulkChats(place, selection)
  const dialog = useDialog()
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(frame, THREE_PANES_REM)
  const isPhone = useIsPhone()
  const person = useContactPane(`parley-inbox-person:${workspace.id}`, isWide)
  const openChat = useQuery({ ...chatQuery(chatId ?? ''), enabled: chatId !== null }).data
  const togglePerson = person.toggle
  useInboxKeys({
    place,
    actions,
    selection,
    bulk,
    listHandle,
    searchHandle,
    openChat,
    togglePerson,
  })
  useEffect(() => {
    if (chatId !== null) setCursor(chatId)
  }, [chatId])
  const ThreadPane = useThreadPane()
  useThreadPart(chatId !== null)
  const isPersonShown = chatId !== null && person.isShown
  return (
    <div ref={frame} className={classes.frame}>
      <main
        id="main"
        className={classes.inbox}
        data-open={chatId === null ? 'list' : isPersonShown && !isWide ? 'person' : 'thread'}
        data-person={isPersonShown}
        data-covers-rail={chatId !== null && isPhone}
        tabIndex={-1}
      >
        <InboxLive />
        <h1 className="visually-hidden">{t('title')}</h1>
        <div className={classes.list} data-pane="list">
          <ListPane
            {...{ place, cursorId, listHandle, searchHandle, selection, bulk }}
            onCursor={setCursor}
          />
        </div>
        <div className={classes.thread} data-pane="thread">
          {chatId === null ? (
            <NoChat selection={selection} bulk={bulk} />
          ) : ThreadPane ? (
            <ThreadPane
              {...{ chatId, place, actions, isPersonShown }}
              onTogglePerson={person.toggle}
            />
          ) : (
            <LoadingRows count={5} height={48} />
          )}
        </div>
        {isPersonShown && openChat && (
          <aside className={classes.person} aria-label={t('person')}>
            <Suspense fallback={<LoadingRows count={4} />}>
              <ContactPane key={openChat.person.id} chat={openChat} onClose={person.toggle} />
            </Suspense>
          </aside>
        )}
        {dialog && (
          <Suspense fallback={null}>
            <InboxDialogs dialog={dialog} actions={actions} place={place} />
          </Suspense>
        )}
      </main>
    </div>
  )
}

function NoChat({ selection, bulk }: { selection: Selection; bulk: BulkChats }) {
  const t = useTranslations('inbox')
  usePageTitle(t('title'))
  const { data: counts } = useQuery(countsQuery)
  // The list says how a team gets its first conversation.
  const isNew = counts !== undefined && hasNoChats(counts)
  return (
    <section className={classes.noChat} aria-label={t('thread')}>
      {selection.count > 0 ? (
        <Suspense fallback={null}>
          <ChatSelectionPanel selection={selection} bulk={bulk} />
        </Suspense>
      ) : (
        <EmptyState
          title={t(isNew ? 'noChat.titleNew' : 'noChat.title')}
          text={
            isNew ? t('noChat.textNew') : <span className={classes.keys}>{t('noChat.text')}</span>
          }
        />
      )}
      <NoticePlace />
    </section>
  )
}

/** Loads the code of the thread: now if a conversation is open, else after the list has been shown. */
function useThreadPart(isOpen: boolean): void {
  useEffect(() => {
    const load = () => void loadThreadPart().catch(() => undefined)
    const timer = setTimeout(load, isOpen ? 0 : THREAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
}

/** Whether the customer is shown beside the chat: as it was left where there is room, and on demand elsewhere. */
function useContactPane(key: string, isWide: boolean): { isShown: boolean; toggle: () => void } {
  const [isKept, setKept] = useState(() => storage.get(key) !== 'hidden')
  const [isOver, setOver] = useState(false)
  return {
    isShown: isWide ? isKept : isOver,
    toggle: () => {
      if (!isWide) return setOver(!isOver)
      storage.set(key, isKept ? 'hidden' : null)
      setKept(!isKept)
    },
  }
}
