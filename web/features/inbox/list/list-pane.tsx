import { Suspense, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import {
  IconArrowsSort,
  IconChecks,
  IconFilter,
  IconMessagePlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { LoadingRows } from '../../../components/states.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { openNewMessage } from '../../../lib/new-message.ts'
import { useIsInTeam } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import type { Selection } from '../../../lib/selection.ts'
import { orderOf, withOrder } from '../data/filters.ts'
import type { BulkChats } from '../actions/use-bulk-chats.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { ChatList } from './chat-list.tsx'
import type { ListHandle } from './use-list-keys.ts'
import classes from './list-pane.module.css'
import { ViewTabs } from './view-tabs.tsx'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { lazyPartWithTexts } from '../../../lib/lazy-part-with-texts.ts'

const SearchResults = lazyPartWithTexts(
  async () => (await import('./search-results.tsx')).SearchResults,
)
const ChatSelectionBar = lazyPartWithTexts(
  async () => (await import('./chat-selection-bar.tsx')).ChatSelectionBar,
)
const QueueLines = lazyPartWithTexts(async () => (await import('./queue-lines.tsx')).QueueLines)
const SortMenu = lazyPart(async () => (await import('./sort-menu.tsx')).SortMenu)
const FilterPanel = lazyPartWithTexts(async () => (await import('./filter-panel.tsx')).FilterPanel)

/** Focuses the search, and shows or hides the filters. */
export type SearchHandle = { focus: () => void; filter: () => void }

/** Shows the left pane: views, search, filters and the list. */
export function ListPane(props: {
  place: InboxPlace
  cursorId: string | null
  onCursor: (id: string) => void
  listHandle: RefObject<ListHandle | null>
  searchHandle: RefObject<SearchHandle | null>
  selection: Selection
  bulk: BulkChats
}) {
  const { place, cursorId, onCursor, listHandle, searchHandle, selection, bulk } = props
  const t = useTranslations('inbox')
  const tShell = useTranslations('shell')
  const maySend = useMay()('messages:write')
  const isInTeam = useIsInTeam()
  const [text, setText] = useState('')
  const [isFilterOpen, setFilterOpen] = useState(false)
  const query = useDebounced(text.trim(), 180)
  const field = useRef<HTMLInputElement>(null)
  const [isSortOpen, setSortOpen] = useState(false)
  const order = orderOf(place.filters)
  const filterCount = Object.keys(withOrder(place.chosen, 'activity')).length
  useEffect(() => {
    searchHandle.current = {
      focus: () => {
        field.current?.focus()
        field.current?.select()
      },
      filter: () => setFilterOpen((isOpen) => !isOpen),
    }
  }, [searchHandle])
  return (
    <section className={classes.pane} aria-label={t('list')}>
      <div className={classes.head}>
        {selection.isOn && (
          <Suspense fallback={null}>
            <ChatSelectionBar selection={selection} bulk={bulk} />
          </Suspense>
        )}
        <div hidden={selection.isOn}>
          <ViewTabs place={place} />
          <div className={classes.searchRow} role="search">
            <label className={classes.search}>
              <IconSearch size={16} aria-hidden />
              <span className="visually-hidden">{t('search.label')}</span>
              <input
                ref={field}
                type="search"
                value={text}
                placeholder={t('search.label')}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') {
                    event.preventDefault()
                    if (text === '') listHandle.current?.focus()
                    setText('')
                  } else if (event.key === 'ArrowDown') {
                    event.preventDefault()
                    if (query === '') listHandle.current?.focus()
                    else document.querySelector<HTMLElement>('[data-result]')?.focus()
                  }
                }}
              />
              {text !== '' && (
                <IconButton label={t('search.clear')} onClick={() => setText('')}>
                  <IconX size={15} aria-hidden />
                </IconButton>
              )}
            </label>
            <IconButton
              label={
                filterCount > 0 ? t('filter.active', { count: filterCount }) : t('filter.open')
              }
              aria-expanded={isFilterOpen}
              aria-pressed={filterCount > 0}
              onClick={() => setFilterOpen(!isFilterOpen)}
            >
              <IconFilter size={18} aria-hidden />
            </IconButton>
            <span className={classes.menuHolder}>
              <IconButton
                label={t('sort.by', { order: t(`sort.${order}`) })}
                aria-haspopup="menu"
                aria-expanded={isSortOpen}
                aria-pressed={order !== 'activity'}
                onClick={() => setSortOpen(!isSortOpen)}
              >
                <IconArrowsSort size={18} aria-hidden />
              </IconButton>
              {isSortOpen && (
                <Suspense fallback={null}>
                  <SortMenu place={place} onClose={() => setSortOpen(false)} />
                </Suspense>
              )}
            </span>
            {maySend && (
              <IconButton
                label={tShell('newMessage')}
                shortcut="inbox_new_message"
                onClick={() => openNewMessage()}
              >
                <IconMessagePlus size={18} aria-hidden />
              </IconButton>
            )}
            <IconButton label={t('select')} shortcut="inbox_select" onClick={selection.begin}>
              <IconChecks size={18} aria-hidden />
            </IconButton>
          </div>
        </div>
        {isInTeam && (
          <Suspense fallback={null}>
            <QueueLines place={place} />
          </Suspense>
        )}
        {(isFilterOpen || Object.keys(place.chosen).length > 0) && (
          <Suspense fallback={null}>
            <FilterPanel place={place} isOpen={isFilterOpen} />
          </Suspense>
        )}
      </div>
      <div className={classes.body}>
        {/* It stays below the results, where it was. */}
        <div className={classes.chats} inert={query !== ''}>
          <ChatList
            {...{ place, cursorId, onCursor, selection }}
            handle={listHandle}
            onSelectAll={() => void bulk.selectAll()}
          />
        </div>
        {query !== '' && (
          <div className={classes.results}>
            <Suspense fallback={<LoadingRows count={5} height={44} />}>
              <SearchResults query={query} place={place} onBack={() => field.current?.focus()} />
            </Suspense>
          </div>
        )}
      </div>
    </section>
  )
}
