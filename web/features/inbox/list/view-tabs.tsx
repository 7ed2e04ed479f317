import { useQuery } from '@tanstack/react-query'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isBuiltIn } from '../data/filters.ts'
import type { BuiltInView } from '../data/filters.ts'
import { savedViewsQuery } from '../../../lib/saved-views.ts'
import { useIsInTeam } from '../../../lib/teams.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { ViewCount } from './view-count.tsx'
import tabs from '../../../components/tabs.module.css'
import classes from './view-tabs.module.css'
import { lazyPartWithTexts } from '../../../lib/lazy-part-with-texts.ts'

// Its texts are not part of the inbox's first files.
const MoreViews = lazyPartWithTexts(async () => (await import('./more-views.tsx')).MoreViews)
const SHOWN: readonly BuiltInView[] = ['mine', 'unassigned', 'all']
/** The member of a team looks for work there; other unassigned conversations are in the menu. */
const SHOWN_IN_TEAM: readonly BuiltInView[] = ['mine', 'my_teams', 'all']

/** Shows the views with their counts; less used ones and saved filters are in a menu. */
export function ViewTabs({ place }: { place: InboxPlace }) {
  const t = useTranslations('inbox.views')
  const { data: saved } = useQuery(savedViewsQuery('chats'))
  const [isOpen, setOpen] = useState(false)
  const { view } = place
  const shown = useIsInTeam() ? SHOWN_IN_TEAM : SHOWN
  const isOther = !(shown as readonly string[]).includes(view)
  const other = isBuiltIn(view)
    ? t(view)
    : (saved?.find(({ id }) => id === view)?.name ?? t('more'))
  return (
    <nav className={`${tabs.tabs} ${classes.views}`} aria-label={t('label')}>
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          className={tabs.tab}
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
          className={`${tabs.tab} ${classes.more}`}
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
