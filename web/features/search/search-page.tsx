import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import tabs from '../../components/tabs.module.css'
import { Page } from '../../components/page.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { hitsOf, KINDS, searchQuery } from '../../lib/search.ts'
import type { Kind } from '../../lib/search.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { HitList } from './hit-list.tsx'
import { KindResults } from './kind-results.tsx'
import { SEARCH_FILTERS } from './search-filters.ts'
import classes from './search-page.module.css'

/** Results of each kind on the page of all kinds. */
const LIMIT = 5

/** Shows what a search finds: the best of each kind, or all of one kind. */
export function SearchPage() {
  const t = useTranslations('search')
  const { filters, change } = useUrlFilters(SEARCH_FILTERS)
  const q = filters.q ?? ''
  const kind = KINDS.find((each) => each === filters.kind)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Page title={t('title')} width="full">
      <div className={classes.page} onKeyDown={moveFocus}>
        <search className={classes.field}>
          <SearchField
            label={t('label')}
            value={q}
            onChange={(next) => change({ q: next })}
            inputRef={field}
          />
        </search>
        <nav className={`${tabs.tabs} ${classes.kinds}`} data-scrolls="true" aria-label={t('kind')}>
          {[undefined, ...KINDS].map((each) => (
            <Link
              key={each ?? 'all'}
              to="/search"
              search={{ ...(q && { q }), ...(each && { kind: each }) }}
              className={tabs.tab}
              aria-current={each === kind ? 'page' : undefined}
              replace
            >
              {each ? t(`kinds.${each}`) : t('all')}
            </Link>
          ))}
        </nav>
        {q === '' ? (
          <EmptyState
            icon={<IconSearch size={32} aria-hidden />}
            title={t('start')}
            text={t('startText')}
          />
        ) : kind ? (
          <KindResults key={kind} q={q} kind={kind} />
        ) : (
          <AllResults q={q} onKind={(next) => change({ kind: next })} />
        )}
      </div>
    </Page>
  )
}

function AllResults({ q, onKind }: { q: string; onKind: (kind: Kind) => void }) {
  const t = useTranslations('search')
  const { data, error, refetch, isPlaceholderData } = useQuery(searchQuery(q, LIMIT))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const groups = KINDS.map((kind) => ({ kind, hits: hitsOf(data, kind) })).filter(
    ({ hits }) => hits.length > 0,
  )
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <div data-stale={isPlaceholderData} className={classes.results}>
      <p className="visually-hidden" role="status">
        {!isPlaceholderData && t('results', { count })}
      </p>
      {count === 0 && <EmptyState title={t('nothing', { text: q })} text={t('nothingText')} />}
      {groups.map(({ kind, hits }) => (
        <section key={kind} aria-labelledby={`hits-${kind}`}>
          <div className={classes.head}>
            <h2 id={`hits-${kind}`} className={classes.heading}>
              {t(`kinds.${kind}`)}
            </h2>
            {data.next_cursors[kind] !== null && (
              <button
                type="button"
                className={classes.all}
                aria-describedby={`hits-${kind}`}
                onClick={() => onKind(kind)}
              >
                {t('showAll')}
              </button>
            )}
          </div>
          <HitList hits={hits} label={t(`kinds.${kind}`)} />
        </section>
      ))}
      {data.incomplete.length > 0 && <p className={classes.incomplete}>{t('incomplete')}</p>}
    </div>
  )
}

/** Moves the focus between the field and the results by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || event.nativeEvent.isComposing) return
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], [data-hit]'),
  ]
  const next = places[places.indexOf(document.activeElement as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
