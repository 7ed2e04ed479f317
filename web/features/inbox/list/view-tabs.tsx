import { useQuery } from '@tanstack/react-query'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isBuiltIn } from '../data/filters.ts'
import type { BuiltInView } from '../data/filters.ts'
import { countsQuery, savedViewsQuery } from '../data/people-queries.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './view-tabs.module.css'
import { lazyPart } from '../../../lib/lazy-part.ts'

const MoreViews = lazyPart(async () => (await import('./more-views.tsx')).MoreViews)
const SHOWN: readonly BuiltInView[] = ['mine', 'unassigned', 'all']

/** The views of the inbox with their counts; the rarer ones and saved filters stand behind the last. */
export function ViewTabs({ place }: { place: InboxPlace }) {
  const t = useTranslations('inbox.views')
  const { data: saved } = useQuery(savedViewsQuery)
  const [isOpen, setOpen] = useState(false)
  const { view } = place
  const isOther = !(SHOWN as readonly string[]).includes(view)
  const other = isBuiltIn(view)
    ? t(view)
    : (saved?.find(({ id }) => id === view)?.name ?? t('more'))
  return (
    <nav className={classes.tabs} aria-label={t('label')}>
      {SHOWN.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.tab}
          aria-current={view === each ? 'true' : undefined}
          onClick={() => place.openView(each)}
        >
          {t(each)}
          <ViewCount view={each} />
        </button>
      ))}
      <span className={classes.moreHolder}>
        <button
          type="button"
          className={`${classes.tab} ${classes.more}`}
          aria-current={isOther ? 'true' : undefined}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi dir="auto">{isOther ? other : t('more')}</bdi>
          {isOther && isBuiltIn(view) && <ViewCount view={view} />}
          <IconChevronDown size={14} aria-hidden />
        </button>
        {isOpen && (
          <Suspense fallback={null}>
            <MoreViews place={place} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </span>
    </nav>
  )
}

/** How many chats stand in a view; nothing where there are none. */
export function ViewCount({ view }: { view: BuiltInView }) {
  const t = useTranslations('inbox.views')
  const format = useFormatter()
  const { data } = useQuery(countsQuery)
  const counted = data?.[view]
  if (!counted || counted.count === 0) return null
  const { count, is_capped } = counted
  return (
    <span className={classes.count}>
      <span aria-hidden>
        {format.number(count, { notation: 'compact' })}
        {is_capped && '+'}
      </span>
      <span className="visually-hidden">
        {is_capped ? t('countCapped', { count }) : t('count', { count })}
      </span>
    </span>
  )
}
